package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Origin;
import org.junit.jupiter.api.Test;

class ApplicationNamesTest {
  @Test
  void modulesOfAnEarHaveItsName() {
    assertThat(ApplicationListeners.application("shop")).isEqualTo("shop");
    assertThat(ApplicationListeners.application("shop#web.war")).isEqualTo("shop");
    assertThat(ApplicationListeners.application("__default-web-module"))
        .isEqualTo("__default-web-module");
  }

  @Test
  void whatIsNoWebApplicationHasNoName() {
    assertThat(CatalinaStaticFiles.originOf(null)).isEqualTo(Origin.UNKNOWN);
    assertThat(CatalinaStaticFiles.originOf("another adapter")).isEqualTo(Origin.UNKNOWN);
  }
}
