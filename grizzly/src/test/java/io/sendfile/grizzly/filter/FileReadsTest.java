package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.content.ResponsePlan.Segment;
import io.sendfile.core.content.ResponsePlan.Segment.FileSlice;
import io.sendfile.core.content.ResponsePlan.Segment.Literal;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileReadsTest {
  @TempDir Path temp;
  private FileChannel file;

  @BeforeEach
  void open() throws IOException {
    file = FileChannel.open(Files.writeString(temp.resolve("digits"), "0123456789"));
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 10", "0, 11, 10", "9, 5, 1", "10, 5, 0", "99, 5, 0", "3, 0, 0"})
  void readsAsFarAsTheFileGoes(long position, int wanted, int read) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(wanted);
    assertThat(FileReads.read(file, position, into)).isEqualTo(read);
    assertThat(into.position()).isEqualTo(read);
  }

  @Test
  void readsABodyOfManySegments() throws IOException {
    Literal literal = new Literal(ByteBuffer.wrap("<>".getBytes(US_ASCII)).asReadOnlyBuffer());
    List<Segment> body =
        List.of(literal, new FileSlice(8, 2), literal, new FileSlice(0, 3), literal);
    ByteBuffer into = ByteBuffer.allocate(11);
    FileReads.readAll(file, body, into);
    assertThat(new String(into.array(), US_ASCII)).isEqualTo("<>89<>012<>");
    assertThat(literal.bytes().remaining()).as("a literal may be sent again").isEqualTo(2);
  }

  @Test
  void shortFileIsAnError() {
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(
            () -> FileReads.readAll(file, List.of(new FileSlice(5, 6)), ByteBuffer.allocate(6)));
  }
}
