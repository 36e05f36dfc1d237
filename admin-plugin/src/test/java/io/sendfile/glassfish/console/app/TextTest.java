package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void bytes() {
    assertThat(Text.bytes(0)).isEqualTo("0 B");
    assertThat(Text.bytes(999)).isEqualTo("999 B");
    assertThat(Text.bytes(1000)).isEqualTo("1.0 kB");
    assertThat(Text.bytes(1_550_000)).isEqualTo("1.6 MB");
    assertThat(Text.bytes(123_456_789)).isEqualTo("123 MB");
    assertThat(Text.bytes(999_999_999)).isEqualTo("1.0 GB");
    assertThat(Text.bytes(Long.MAX_VALUE)).isEqualTo("9223 PB");
  }

  @Test
  void whatWouldReorderALineIsMadeVisible() {
    assertThat(Text.plain("evil\u202egpj.exe\u0007")).isEqualTo("evil\\u202egpj.exe\\u0007");
    assertThat(Text.plain("two\nlines")).isEqualTo("two\nlines");
    assertThat(Text.line("two\nlines")).doesNotContain("\n").startsWith("two\\");
  }

  @Test
  void mapsAreTexts() {
    assertThat(Text.of(Map.of("b", 2, "a", true))).isEqualTo("a=true, b=2");
    assertThat(Text.of(null)).isEmpty();
  }
}
