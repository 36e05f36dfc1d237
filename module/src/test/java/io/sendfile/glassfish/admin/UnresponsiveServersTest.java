package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnresponsiveServersTest {
  private static final Duration USUAL = Duration.ofSeconds(10);

  private long nanos = Long.MAX_VALUE - 5;
  private final RunningServers.Unresponsive servers = new RunningServers.Unresponsive(() -> nanos);

  @Test
  void unresponsiveServerHasAShortTimeout() {
    servers.timedOut("one");

    assertThat(servers.timeout("one", USUAL)).isEqualTo(Duration.ofSeconds(1));
    assertThat(servers.timeout("two", USUAL)).isEqualTo(USUAL);
  }

  @Test
  void serverThatAnswersHasTheUsualTimeoutAgain() {
    servers.timedOut("one");
    servers.answered("one");

    assertThat(servers.timeout("one", USUAL)).isEqualTo(USUAL);
  }

  @Test
  void timeoutIsForgotten() {
    servers.timedOut("one");
    nanos += Duration.ofSeconds(30).toNanos();

    assertThat(servers.timeout("one", USUAL)).isEqualTo(USUAL);
  }
}
