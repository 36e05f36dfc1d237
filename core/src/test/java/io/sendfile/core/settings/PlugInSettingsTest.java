package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
