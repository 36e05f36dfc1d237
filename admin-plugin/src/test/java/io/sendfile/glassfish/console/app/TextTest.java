package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void timeThatAClockShowsTwiceHasItsOffset() {
    ZoneId berlin = ReaderView.zone("Europe/Berlin");
    assertThat(Text.clock(Instant.parse("2026-10-24T23:59:59Z"), berlin))
        .isEqualTo("2026-10-25 01:59:59");
    assertThat(Text.clock(Instant.parse("2026-10-25T00:20:00Z"), berlin))
        .isEqualTo("2026-10-25 02:20:00 +02:00");
    assertThat(Text.clock(Instant.parse("2026-10-25T01:20:00Z"), berlin))
        .isEqualTo("2026-10-25 02:20:00 +01:00");
  }

  @Test
  void zoneThatNobodyKnowsIsThatOfTheServer() {
    assertThat(ReaderView.zone("Europe/<b>")).isEqualTo(ZoneId.systemDefault());
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:0:0:0:1, 2001:db8::1",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:db8:10:0:0:100:0:20, 2001:db8:10::100:0:20",
    "192.0.2.1, 192.0.2.1",
    "media:0:0, media:0:0"
  })
  void addressIsThatOfRfc5952(String full, String shown) {
    assertThat(Text.address(full)).isEqualTo(shown);
  }
}
