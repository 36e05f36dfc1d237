package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Origin;
import org.junit.jupiter.api.Test;

class CatalinaRequestsTest {
  @Test
  void modulesOfAnEarHaveItsName() {
    assertThat(CatalinaRequests.application("shop")).isEqualTo("shop");
    assertThat(CatalinaRequests.application("shop#web.war")).isEqualTo("shop");
    assertThat(CatalinaRequests.application("__default-web-module"))
        .isEqualTo("__default-web-module");
  }

  @Test
  void whatIsNoWebApplicationHasNoName() {
    assertThat(CatalinaRequests.originOf(null)).isEqualTo(Origin.UNKNOWN);
    assertThat(CatalinaRequests.originOf("another adapter")).isEqualTo(Origin.UNKNOWN);
  }
}
