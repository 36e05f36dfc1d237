package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PlugInSettingsTest {
  @Test
  void secretsAreShownWithoutTheirValues() {
    PlugInSettings settings =
        new PlugInSettings(
            "p", true, Map.of("hmac-secret", "abc", "Password", "def", "url", "http://h/"));
    assertThat(settings.shown())
        .containsExactly(
            Map.entry("Password", "********"),
            Map.entry("hmac-secret", "********"),
            Map.entry("url", "http://h/"));
    assertThat(settings.toString()).contains("http://h/").doesNotContain("abc", "def");
  }
}
