package io.sendfile.core.zip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a/b/c.txt", "with blank", "..a", "a..", ".hidden", "ü/日本", "😀", "ab:c"})
  void allowsRelativePaths(String name) {
    assertThat(EntryNames.fault(name)).as(name).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/etc/passwd",
        "..",
        "../a",
        "a/..",
        "a/../b",
        "a/./b",
        ".",
        "a//b",
        "a/",
        "C:/a",
        "c:a",
        "..\\a",
        "a\\b",
        "a\nb",
        "a\0",
        "a\u007f",
        "a\u0085",
        "\ud83d"
      })
  void refusesWhatLeadsElsewhere(String name) {
    assertThat(EntryNames.fault(name)).as(name).isNotNull();
  }

  @Test
  void refusesWhatSixteenBitsDoNotCount() {
    assertThat(EntryNames.fault("ü".repeat(32_767))).isNull();
    assertThat(EntryNames.fault("ü".repeat(32_768))).isNotNull();
  }
}
