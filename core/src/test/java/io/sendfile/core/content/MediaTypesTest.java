package io.sendfile.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.ResponsePlanner.MediaTypes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {
  @ParameterizedTest
  @CsvSource({
    "a.pdf,application/pdf",
    "A.PDF,application/pdf",
    "dir.txt/a.mp4,video/mp4",
    "archive.tar.gz,application/gzip",
    "a.b.html,text/html",
    ".png,image/png",
    "app.js,text/javascript",
    "a.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "movie.avi,video/x-msvideo",
    "feed.atom,application/atom+xml"
  })
  void goesByTheLastExtension(String name, String type) {
    assertThat(MediaTypes.of(name)).contains(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "README", "a.", "pdf", "a.pdf/b", "a.unknown", "a.pdf "})
  void doesNotGuess(String name) {
    assertThat(MediaTypes.of(name)).isEmpty();
  }

  @Test
  void namesEachExtensionOnceInLowerCaseAndSortsTheTypes() {
    List<String> lines = MediaTypes.lines();
    assertThat(lines).isSorted().allMatch(line -> line.matches("[a-z]+/[a-z0-9.+-]+( [a-z0-9]+)+"));
    assertThat(lines.stream().flatMap(l -> Stream.of(l.split(" ")).skip(1)))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(150);
  }
}
