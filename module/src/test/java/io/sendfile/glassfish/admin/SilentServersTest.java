package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilentServersTest {
  private static final Duration USUAL = Duration.ofSeconds(10);

  private long nanos = 7;
  private final SilentServers servers = new SilentServers(() -> nanos);

  @Test
  void silentServerIsWaitedForBriefly() {
    servers.silent("one");

    assertThat(servers.patience("one", USUAL)).isEqualTo(Duration.ofSeconds(1));
    assertThat(servers.patience("two", USUAL)).isEqualTo(USUAL);
  }

  @Test
  void serverThatAnswersIsWaitedForAsUsual() {
    servers.silent("one");
    servers.answered("one");

    assertThat(servers.patience("one", USUAL)).isEqualTo(USUAL);
  }

  @Test
  void silenceIsForgotten() {
    servers.silent("one");
    nanos += Duration.ofSeconds(30).toNanos();

    assertThat(servers.patience("one", USUAL)).isEqualTo(USUAL);
  }
}
