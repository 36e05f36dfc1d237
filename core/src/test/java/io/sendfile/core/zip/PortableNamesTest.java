package io.sendfile.core.zip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortableNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b c.txt", ".x", "CONTENT", "COM0", "a CON", "com10", "日本/ü"})
  void othersStay(String name) {
    assertThat(PortableNames.of(name)).isSameAs(name);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "CON, CON_",
        "con.txt, con_.txt",
        "a/Nul.tar.gz/b, a/Nul_.tar.gz/b",
        "LPT9, LPT9_",
        "COM¹.x, COM¹_.x",
        "`aux .x`, `aux_ .x`",
        "a., a_",
        "`a. ./b`, a___/b",
        "what?, what_",
        "`a<b>c|d\"e*f:g`, a_b_c_d_e_f_g",
      })
  void whatWindowsCannotMakeIsReplaced(String name, String portable) {
    assertThat(PortableNames.of(name)).isEqualTo(portable);
    assertThat(PortableNames.of(portable)).isEqualTo(portable);
  }

  @Test
  void foldedNamesAreEqualWhereASystemTakesThemForOne() {
    assertThat(PortableNames.folded("ab")).isEqualTo("ab");
    assertThat(PortableNames.folded("\u00c4b")).isEqualTo(PortableNames.folded("a\u0308B"));
    assertThat(PortableNames.folded("a")).isNotEqualTo(PortableNames.folded("\u00e4"));
  }

  @Test
  void numberComesBeforeTheExtension() {
    assertThat(PortableNames.numbered("a.b/c.d.txt", 2)).isEqualTo("a.b/c.d (2).txt");
    assertThat(PortableNames.numbered("a.b/c", 3)).isEqualTo("a.b/c (3)");
    assertThat(PortableNames.numbered("a/.x", 2)).isEqualTo("a/.x (2)");
  }
}
