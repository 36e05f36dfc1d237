package io.sendfile.glassfish.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.server.Compatibility.RunningServer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CompatibilityTest {
  private static final RunningServer KNOWN = new RunningServer("Eclipse GlassFish", "8.0.0");
  private static final RunningServer UNKNOWN = new RunningServer("Payara Server", "8.2027.1");
  private static final Set<String> GONE = Set.of("server.Request.gone()V");

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish");

  private final HealthReport health = new HealthReport();

  private boolean allowsThrice(RunningServer server, Set<String> missing) {
    Compatibility compatibility = new Compatibility(health, server, roots -> missing);
    boolean allowed = compatibility.allows("sending", SendfileCore.class);
    for (int i = 0; i < 2; i++) {
      assertThat(compatibility.allows("sending", SendfileCore.class)).isEqualTo(allowed);
    }
    return allowed;
  }

  @Test
  void inAKnownServerAllPartsMayWorkWithoutAWord() {
    assertThat(allowsThrice(KNOWN, GONE)).isTrue();
    assertThat(log.lines()).isEmpty();
    assertThat(health.states()).isEmpty();
  }

  @Test
  void inAnUnknownServerPartsMayWorkThatLackNothing() {
    assertThat(allowsThrice(UNKNOWN, Set.of())).isTrue();
    assertThat(log.lines())
        .containsExactly(
            "WARNING sendfile: tested in GlassFish 7 and 8, Payara 6 and 7, not in Payara"
                + " Server 8.2027.1; a part that lacks something here stays off");
    assertThat(health.states()).containsOnlyKeys("server");
  }

  @Test
  void inAnUnknownServerAPartThatLacksSomethingIsOffAndSaysSoOnce() {
    assertThat(allowsThrice(UNKNOWN, GONE)).isFalse();
    assertThat(log.lines())
        .hasSize(2)
        .last()
        .isEqualTo(
            "SEVERE sendfile: in Payara Server 8.2027.1, sending is off, since the server has no"
                + " server.Request.gone()V");
    assertThat(health.states())
        .containsEntry("sending", "off, since the server has no server.Request.gone()V");
  }

  @Test
  void localeThatLacksCharactersIsToldAtTheStart() {
    Compatibility compatibility = new Compatibility(health, KNOWN, roots -> Set.of());
    compatibility.reportFileNames("UTF-8");
    assertThat(health.problems()).isEmpty();

    compatibility.reportFileNames("ANSI_X3.4-1968");
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("WARNING sendfile: file names are read in ANSI_X3.4-1968")
        .endsWith("start the server under a UTF-8 locale, e.g. LC_ALL=C.UTF-8");
    assertThat(health.problems())
        .extracting(problem -> problem.severity() + " " + problem.subject())
        .containsExactly("WARNING file names");
    assertThat(health.states()).containsKey("file names");
  }
}
