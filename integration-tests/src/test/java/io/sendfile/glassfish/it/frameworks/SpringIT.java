package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one scenario with a framework in every run: SpringFilesIT has the others. */
@Timeout(180)
class SpringIT extends FrameworkScenario {
  @Test
  void filesOfControllersAndResourceHandlersAreHandedOff() throws Exception {
    try (FrameworkApplication spring = FrameworkApplication.deploy("spring6")) {
      assertThat(isHandedOff(Browser.CLEAR, spring.target("files/entity", file)).header("X-App"))
          .isEqualTo("spring");
      isHandedOff(Browser.HTTP_2, spring.at("static" + file));
    }
  }
}
