package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void noLimitAllowsEverything() {
    RateLimit none = new RateLimit(0, 0);
    none.spend(Long.MAX_VALUE / 2);
    assertThat(none.allowance(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void startsWithAQuarterOfASecondsWorth() {
    assertThat(new RateLimit(1000, 5).allowance(5)).isEqualTo(250);
  }

  @Test
  void neverSavesUpMoreThanThat() {
    assertThat(new RateLimit(1000, 0).allowance(60 * SECOND)).isEqualTo(250);
  }

  @Test
  void keepsTheRateOverTenSeconds() {
    RateLimit limit = new RateLimit(1000, 0);
    long sent = 0;
    for (long now = 0; now <= 10 * SECOND; now += SECOND / 100) {
      long allowed = limit.allowance(now);
      limit.spend(allowed);
      sent += allowed;
    }
    assertThat(sent).isBetween(10_000L, 10_250L);
  }

  @Test
  void tellsWhenTheNextSliceIsThere() {
    RateLimit limit = new RateLimit(1000, 0);
    limit.spend(limit.allowance(0));
    long wait = limit.nanosUntilFull();
    assertThat(wait).isBetween(SECOND / 4, SECOND / 4 + 1000);
    assertThat(limit.allowance(wait)).isEqualTo(250);
  }

  @Test
  void worksForOneByteASecond() {
    RateLimit limit = new RateLimit(1, 0);
    limit.spend(limit.allowance(0));
    assertThat(limit.allowance(SECOND / 2)).isZero();
    assertThat(limit.allowance(SECOND + 1)).isEqualTo(1);
  }
}
