package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Unit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlugInSettingsTest {
  @Test
  void secretsAreShownWithoutTheirValues() {
    PlugInSettings settings =
        new PlugInSettings(
            "p",
            true,
            Map.of("hmac-secret", "abc", "Password", "def", "keys", "a=ghi", "url", "http://h/"));
    assertThat(settings.shown())
        .containsExactly(
            Map.entry("Password", "********"),
            Map.entry("hmac-secret", "********"),
            Map.entry("keys", "********"),
            Map.entry("url", "http://h/"));
    assertThat(settings.toString()).contains("http://h/").doesNotContain("abc", "def", "ghi");
  }

  @Test
  void urlsAreShownWithoutUserAndQuery() {
    PlugInSettings settings =
        new PlugInSettings("p", true, Map.of("url", "https://me:abc@h:8/p?t=def#x", "what", "a?b"));
    assertThat(settings.shown())
        .containsExactly(
            Map.entry("url", "https://********@h:8/p?********"), Map.entry("what", "a?b"));
  }

  @Test
  void aliasesAreShownInPlaceOfTheirPasswords() {
    PlugInSettings settings =
        new PlugInSettings(
            "p",
            true,
            Map.of("key", "abc", "url", "https://h/def"),
            Map.of("key", "${ALIAS=k}", "url", "https://h/${ALIAS=u}"));
    assertThat(settings.shown())
        .containsExactly(Map.entry("key", "${ALIAS=k}"), Map.entry("url", "https://h/${ALIAS=u}"));
    assertThat(settings.toString()).doesNotContain("abc", "def");
  }

  @ParameterizedTest
  @CsvSource({
    "cache-bytes, 5M, 5000000, 5000000 (5 MB)",
    "cache-bytes, 16Mi, 16777216, 16777216 (16 MiB)",
    "rate-bytes-per-second, 500k, 500000, 500000 (500 kB/s)",
    "timeout-seconds, 5m, 300, 300 (5 min)",
    "pause-millis, 2s, 2000, 2000 (2 s)",
    "cache-bytes, much, much, much",
    "retries, 5k, 5k, 5k",
    "hmac-secret, 5k, 5k, ********",
    "secret-bytes, 5k, 5000, ********"
  })
  void amountIsPlainForThePlugInAndSaidInDigitsAndWords(
      String property, String written, String plain, String said) {
    assertThat(Unit.plain(property, written)).isEqualTo(plain);
    PlugInSettings settings =
        new PlugInSettings("p", true, Map.of(property, plain), Map.of(property, written));
    assertThat(settings.said(property)).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource({
    "cache-bytes, 5000000, 64000, 'is 5000000 (5 MB), was 64000 (64 kB)'",
    "cache-bytes, 5000000, '', 'is 5000000 (5 MB), was not set'",
    "cache-bytes, '', 64000, 'is not set, was 64000 (64 kB)'",
    "cache-bytes, 64000, 64000, stays 64000 (64 kB)",
    "cache-bytes, '', '', stays not set",
    "hmac-secret, a, b, is another one",
    "hmac-secret, a, a, stays ********"
  })
  void changeIsToldBesideTheOldValue(String property, String now, String before, String said) {
    assertThat(settings(property, now).said(property, settings(property, before))).isEqualTo(said);
  }

  private static PlugInSettings settings(String property, String value) {
    return new PlugInSettings("p", true, value.isEmpty() ? Map.of() : Map.of(property, value));
  }
}
