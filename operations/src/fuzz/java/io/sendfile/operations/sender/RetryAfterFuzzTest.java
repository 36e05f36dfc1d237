package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.time.Duration;
import java.time.Instant;

/** Waits that a receiver asks for: up to an hour, whatever it asks, and a number to the second. */
class RetryAfterFuzzTest extends FuzzTarget {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final long MOST = 3600;

  @Override
  protected boolean check(byte[] input) {
    String text = text(input);
    Duration wait = HttpDestination.retryAfter(text, NOW);
    assertThat(wait).isBetween(Duration.ZERO, Duration.ofHours(1));
    if (text.matches("[0-9]+")) {
      long seconds = text.length() > 9 ? MOST : Math.min(Long.parseLong(text), MOST);
      assertThat(wait).isEqualTo(Duration.ofSeconds(seconds));
    }
    return !wait.isZero();
  }
}
