package io.sendfile.glassfish.glassfish.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootStateTest {
  @TempDir private Path folder;

  @Test
  void tellsFolderFromFileFromNothing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(RootState.of(folder)).isEqualTo(RootState.PRESENT);
    assertThat(RootState.of(file)).isEqualTo(RootState.NOT_A_FOLDER);
    assertThat(RootState.of(folder.resolve("none"))).isEqualTo(RootState.MISSING);
  }
}
