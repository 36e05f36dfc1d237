package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.ws.rs.NotFoundException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part of a file as an entity, where nothing takes it: it is copied. */
class SendfilePartTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("file"), "0123456789");
  }

  private String copied(long position, long count) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SendfilePart(file, position, count).write(out);
    return out.toString();
  }

  @Test
  void itsBytesAreCopied() throws IOException {
    assertThat(copied(3, 4)).isEqualTo("3456");
    assertThat(copied(10, 0)).isEmpty();
  }

  @Test
  void partBeyondTheEndIsNotFound() {
    assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> copied(8, 3));
  }

  @Test
  void negativeNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> copied(-1, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> copied(1, -3));
  }

  @Test
  void attributesPassIt() {
    assertThat(new SendfilePart(file, 3, 4).get())
        .containsEntry("io.sendfile.file", file)
        .containsEntry("io.sendfile.position", 3L)
        .containsEntry("io.sendfile.count", 4L);
  }
}
