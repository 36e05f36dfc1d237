package io.sendfile.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of length, so that a class and a page are read in one sitting. */
class SizeTest {
  private static final Path PROJECT = Path.of("..");
  private static final int MOST_LINES = 300;

  @Test
  void noSourceFileIsLongerThanTheLimit() throws IOException {
    List<String> tooLong = new ArrayList<>();
    int seen = 0;
    for (Path sources : sources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          int lines = Files.readAllLines(file).size();
          seen++;
          if (lines > MOST_LINES) {
            tooLong.add(file + ": " + lines);
          }
        }
      }
    }
    assertThat(seen).isPositive();
    assertThat(tooLong).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(PROJECT)) {
      return modules.map(module -> module.resolve("src")).filter(Files::isDirectory).toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"README.md, 8", "ARCHITECTURE.md, 12"})
  void pageStaysShort(String page, int kilobytes) throws IOException {
    assertThat(Files.size(PROJECT.resolve(page))).isLessThanOrEqualTo(kilobytes << 10);
  }
}
