package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MUCH = Long.MAX_VALUE;

  private static RateLimit limit(long... rates) {
    List<TokenBucket> levels = new ArrayList<>();
    for (long rate : rates) {
      levels.add(new TokenBucket(rate, 0));
    }
    return new RateLimit(levels, null);
  }

  /** Bytes sent in that many seconds by a transfer at its limit. */
  private static long sent(RateLimit limit, int seconds) {
    long sent = 0;
    for (long now = 0; now <= seconds * SECOND; now += SECOND / 100) {
      sent += take(limit, now);
    }
    return sent;
  }

  private static long take(RateLimit limit, long now) {
    long sent = 0;
    for (long n = limit.allowance(MUCH, now); n > 0; n = limit.allowance(MUCH, now)) {
      limit.spend(n);
      sent += n;
    }
    return sent;
  }

  @Test
  void noLimitAllowsEverything() {
    RateLimit none = limit();
    none.spend(Long.MAX_VALUE / 2);
    none.charge(Long.MAX_VALUE / 2, 0);
    assertThat(none.allowance(1, 1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void startsWithAQuarterOfASecondsWorth() {
    assertThat(limit(1000).allowance(MUCH, 5)).isEqualTo(250);
    assertThat(limit(1000).allowance(10, 5)).as("no more than there is").isEqualTo(10);
  }

  @Test
  void neverSavesUpMoreThanThat() {
    assertThat(take(limit(1000), 60 * SECOND)).isEqualTo(250);
  }

  @Test
  void keepsTheRateOverTenSeconds() {
    assertThat(sent(limit(1000), 10)).isBetween(9_750L, 10_250L);
  }

  @Test
  void keepsTheLowestOfItsRates() {
    assertThat(sent(limit(1000, 4000, 2000), 10)).isBetween(9_750L, 10_250L);
    assertThat(sent(limit(4000, 2000, 1000), 10)).isBetween(9_500L, 10_250L);
  }

  @Test
  void pauseLastsUntilTheNextSliceIsThere() {
    RateLimit limit = limit(1000);
    take(limit, 0);
    CountingServices services = new CountingServices();
    limit.pause(0).accept(services, () -> {});
    assertThat(services.pauses()).containsExactly(SECOND / 4);
    assertThat(limit.allowance(MUCH, SECOND / 4 - 1)).isZero();
    assertThat(limit.allowance(MUCH, SECOND / 4)).isEqualTo(250);
  }

  @Test
  void whatIsLeftOfASliceIsThereInTheNextTurn() {
    RateLimit limit = limit(1000);
    limit.spend(limit.allowance(MUCH, 0) - 70);
    assertThat(limit.allowance(MUCH, 0)).isEqualTo(70);
  }

  @Test
  void worksForOneByteASecond() {
    RateLimit limit = limit(1);
    assertThat(limit.allowance(MUCH, 0)).as("a byte is more than it holds").isZero();
    assertThat(limit.allowance(MUCH, SECOND * 3 / 4)).isEqualTo(1);
    limit.spend(1);
    assertThat(limit.allowance(MUCH, SECOND)).isZero();
    assertThat(limit.allowance(MUCH, SECOND * 7 / 4)).isEqualTo(1);
  }

  @Test
  void survivesTheWrapAroundOfTheClock() {
    long start = Long.MAX_VALUE - SECOND / 8;
    RateLimit limit = new RateLimit(List.of(new TokenBucket(1000, start)), null);
    assertThat(take(limit, start)).isEqualTo(250);
    assertThat(take(limit, start + SECOND / 8)).isZero();
    assertThat(take(limit, start + SECOND / 4)).isEqualTo(250);
  }

  @Test
  void transfersShareARateEqually() {
    TokenBucket shared = new TokenBucket(100_000, 0);
    List<RateLimit> all =
        IntStream.range(0, 5).mapToObj(i -> new RateLimit(List.of(shared), null)).toList();
    long[] sent = new long[5];
    for (long now = 0; now <= 10 * SECOND; now += SECOND / 100) {
      for (int i = 0; i < 5; i++) {
        sent[i] += take(all.get(i), now);
      }
    }
    LongSummaryStatistics each = Arrays.stream(sent).summaryStatistics();
    assertThat(each.getSum()).isBetween(950_000L, 1_025_000L);
    assertThat(each.getMax() - each.getMin()).isLessThanOrEqualTo(25_000);
  }

  /** A client with a thousand connections takes nothing from the others while it waits. */
  @Test
  void narrowRateThatWaitsHoldsNothingOfTheWideOne() {
    TokenBucket total = new TokenBucket(1_000_000, 0);
    TokenBucket greedy = new TokenBucket(10_000, 0);
    List<RateLimit> crowd =
        IntStream.range(0, 1000)
            .mapToObj(i -> new RateLimit(List.of(greedy, total), null))
            .toList();
    RateLimit other = new RateLimit(List.of(total), null);
    crowd.forEach(limit -> take(limit, 0));
    assertThat(sent(other, 10)).isGreaterThan(9_000_000L);
  }

  @Test
  void whatATransferReservedInVainIsTheOthers() {
    TokenBucket shared = new TokenBucket(1000, 0);
    RateLimit gone = new RateLimit(List.of(shared), null);
    assertThat(gone.allowance(MUCH, 0)).isEqualTo(250);
    gone.close();
    assertThat(take(new RateLimit(List.of(shared), null), 0)).isEqualTo(250);
  }

  @Test
  void whatWasSentWithoutAskingCountsButIsForgivenInTime() {
    TokenBucket shared = new TokenBucket(1000, 0);
    new RateLimit(List.of(shared), null).charge(100_000, 0);
    RateLimit next = new RateLimit(List.of(shared), null);
    assertThat(take(next, 9 * SECOND)).isZero();
    assertThat(take(next, 11 * SECOND)).isPositive();
  }

  @Test
  void debtIsBoundedAndRestSavesNoMoreThanASlice() {
    TokenBucket owing = new TokenBucket(1000, 0);
    owing.charge(1_000_000, 0);
    assertThat(owing.nanosUntilFull(0)).isEqualTo(10 * SECOND + SECOND / 4);
    TokenBucket rested = new TokenBucket(1000, 0);
    rested.charge(250, 3600 * SECOND);
    assertThat(rested.nanosUntilFull(3600 * SECOND)).isEqualTo(SECOND / 4);
  }

  @Test
  void limitThatIsClosedLeavesItsShareToOthers() {
    TokenBucket shared = new TokenBucket(40_000, 0);
    RateLimit gone = new RateLimit(List.of(shared), null);
    RateLimit other = new RateLimit(List.of(shared), null);
    gone.close();
    assertThat(other.allowance(MUCH, 0)).isEqualTo(10_000);
  }
}
