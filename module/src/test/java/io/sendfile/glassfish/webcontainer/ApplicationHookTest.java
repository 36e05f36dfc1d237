package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.enterprise.web.WebModule;
import io.sendfile.glassfish.webcontainer.ApplicationListeners.ApplicationHook;
import org.junit.jupiter.api.Test;

class ApplicationHookTest {
  private static ApplicationHook of(WebModule module) {
    return ApplicationHook.of(
        module,
        () -> {
          throw new AssertionError("nothing is delivered");
        });
  }

  @Test
  void warningIsTheFirstOncePerApplicationAndText() {
    WebModule module = new WebModule();
    assertThat(of(module).isFirst("no consumer")).isTrue();
    assertThat(of(module).isFirst("no consumer")).isFalse();
    assertThat(of(module).isFirst("another application's")).isTrue();
    assertThat(of(new WebModule()).isFirst("no consumer")).isTrue();
  }
}
