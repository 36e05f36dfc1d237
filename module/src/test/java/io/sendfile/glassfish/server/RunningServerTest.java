package io.sendfile.glassfish.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.server.Compatibility.RunningServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningServerTest {
  @ParameterizedTest
  @CsvSource({
    "Eclipse GlassFish, 7.0.21, true",
    "Eclipse GlassFish, 8.0.0, true",
    "Eclipse GlassFish, 9.0.0-M2, false",
    "Eclipse GlassFish, 6.2.5, false",
    "Payara Server, 6.2025.10, true",
    "Payara Micro, 7.2025.1, true",
    "Payara Server, 5.2022.5, false",
    "Payara Server, 60.1, false",
    "Somebody's Server, 7.0, false",
    "GlassFish, , false",
    "GlassFish, 0.0.0, true",
  })
  void serversInWhichItWasTestedAreKnown(String product, String version, boolean known) {
    assertThat(new RunningServer(product, version == null ? "" : version).isKnown())
        .isEqualTo(known);
  }

  @Test
  void theServerOfTheseTestsIsKnown() {
    assertThat(RunningServer.current().isKnown()).isTrue();
    assertThat(RunningServer.current()).hasToString("GlassFish 0.0.0");
  }
}
