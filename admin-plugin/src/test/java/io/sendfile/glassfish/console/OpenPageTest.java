package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenPageTest {
  @Test
  void urlOfAPage() {
    assertThat(OpenPage.url("now", "", "")).isEqualTo("/sendfile-app/now.xhtml");
    assertThat(OpenPage.url("past", "", "dGFyZ2V0PXNob3Amb3duPXRydWU"))
        .isEqualTo("/sendfile-app/past.xhtml?target=shop");
  }

  @Test
  void nameOfTheConfigurationIsEncoded() {
    assertThat(OpenPage.url("configuration", "a\"><script>&x", ""))
        .isEqualTo("/sendfile-app/configuration.xhtml?config=a%22%3E%3Cscript%3E%26x");
  }
}
