package io.sendfile.glassfish.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleFilesTest {
  @TempDir Path parent;
  private SampleFiles files;

  @BeforeEach
  void makeFiles() throws IOException {
    Path folder = Files.createDirectories(parent.toRealPath().resolve("files/sub"));
    Files.writeString(folder.resolve("a b+c.txt"), "text");
    Files.writeString(parent.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(
        folder.resolveSibling("link.txt"), parent.toRealPath().resolve("secret.txt"));
    files = new SampleFiles(folder.getParent());
  }

  @Test
  void findsAFileByItsPercentEncodedName() {
    assertThat(files.find("files:sub/a%20b+c.txt"))
        .hasValueSatisfying(file -> assertThat(file).hasContent("text"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "files:",
        "files:sub",
        "files:missing.txt",
        "files:../secret.txt",
        "files:%2e%2e/secret.txt",
        "files:sub/../../secret.txt",
        "files:/etc/passwd",
        "files:link.txt",
        "files:%zz",
        "files:%00",
        "other:sub/a%20b+c.txt",
        "/etc/passwd"
      })
  void findsNothingElse(String value) {
    assertThat(files.find(value)).isEmpty();
  }

  @Test
  void listsRegularFilesBySize() throws IOException {
    Files.writeString(files.folder().resolve("large"), "12345");
    Files.writeString(files.folder().resolve("small"), "1");
    Files.writeString(files.folder().resolve(".hidden"), "1");

    assertThat(files.list())
        .extracting(SampleFiles.Listed::name, SampleFiles.Listed::size)
        .containsExactly(tuple("small", 1L), tuple("large", 5L));
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1 KiB", "1536, 1.5 KiB", "5368709120, 5 GiB"})
  void writesSizesInBinaryUnits(long size, String text) {
    assertThat(IndexServlet.readable(size)).isEqualTo(text);
  }
}
