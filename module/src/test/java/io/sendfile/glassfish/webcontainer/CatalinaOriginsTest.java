package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Root.Origin;
import org.junit.jupiter.api.Test;

class CatalinaOriginsTest {
  @Test
  void modulesOfAnEarHaveItsName() {
    assertThat(CatalinaOrigins.application("shop")).isEqualTo("shop");
    assertThat(CatalinaOrigins.application("shop#web.war")).isEqualTo("shop");
    assertThat(CatalinaOrigins.application("__default-web-module"))
        .isEqualTo("__default-web-module");
  }

  @Test
  void whatIsNoWebApplicationHasNoName() {
    assertThat(new CatalinaOrigins().of(null)).isEqualTo(Origin.UNKNOWN);
    assertThat(new CatalinaOrigins().of("another adapter")).isEqualTo(Origin.UNKNOWN);
  }
}
