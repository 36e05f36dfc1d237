package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapesTest {
  /** CVE-2025-27111 (Rack): a header value broke the log into forged lines. */
  @Test
  void keepsForgedLinesOutOfTheLog() {
    assertThat(Escapes.forLog("a\r\nINFO forged\u0000\u001b[31m"))
        .isEqualTo("a\\u000d\\u000aINFO forged\\u0000\\u001b[31m");
  }

  @Test
  void escapesWhatReordersOrHides() {
    assertThat(Escapes.forLog("\u202egpj.exe\u2028\u200b\ud800"))
        .isEqualTo("\\u202egpj.exe\\u2028\\u200b\\ud800");
  }

  @Test
  void keepsReadableTextAndMarksItsBackslashes() {
    assertThat(Escapes.forLog("/srv/Müller 日本 \ud83c\udf0d\\u000a"))
        .isEqualTo("/srv/Müller 日本 \ud83c\udf0d\\\\u000a");
  }

  @Test
  void cutsEndlessText() {
    assertThat(Escapes.forLog("x".repeat(100_000))).hasSizeLessThan(1100).endsWith("characters)");
  }

  @Test
  void terminalShowsOneFormOfWhatIsNotPrintable() {
    String hostile = "a\u202eb\u0007c\ud800\\x";
    assertThat(Escapes.forTerminal(hostile)).isEqualTo("a\\u202eb\\u0007c\\ud800\\x");
    assertThat(Escapes.forTerminal(Escapes.forTerminal(hostile)))
        .isEqualTo(Escapes.forTerminal(hostile));
    assertThat(Escapes.forTerminal("C:\\a é 漢")).isEqualTo("C:\\a é 漢");
  }
}
