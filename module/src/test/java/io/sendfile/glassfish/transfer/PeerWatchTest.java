package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.transfer.PeerWatch.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeerWatchTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long RATE = 100_000;

  private static PeerWatch stallWatch(long stallNanos, long nowNanos) {
    PeerWatch watch = new PeerWatch(new Patience(stallNanos, 0, 0));
    watch.peersTurn(nowNanos);
    return watch;
  }

  @Test
  void isDueExactlyAfterTheTimeoutWithoutAByteAndAfterALastChance() {
    PeerWatch watch = stallWatch(100, 1_000);
    assertThat(watch.look(0, 1_099)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, 1_100)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(0, 1_100)).isEqualTo(Verdict.STALLED);
  }

  @Test
  void everyByteTakenStartsItAnew() {
    PeerWatch watch = stallWatch(100, 0);
    assertThat(watch.look(1, 99)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(1, 198)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(2, 199)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(2, 299)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(3, 300)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(3, 400)).as("chance anew").isEqualTo(Verdict.LAST_CHANCE);
  }

  @Test
  void timeThatIsNotThePeersDoesNotCount() {
    PeerWatch watch = stallWatch(100, 0);
    watch.ourTurn(60);
    watch.peersTurn(1_000_000);
    assertThat(watch.look(0, 1_000_039)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, 1_000_040)).isEqualTo(Verdict.LAST_CHANCE);
  }

  @Test
  void zeroMeansNever() {
    assertThat(stallWatch(0, 0).look(0, Long.MAX_VALUE)).isEqualTo(Verdict.FINE);
  }

  /** A monotonic clock may pass from its greatest to its least value. */
  @Test
  void survivesTheWrapAroundOfTheClock() {
    PeerWatch watch = stallWatch(100, Long.MAX_VALUE - 50);
    assertThat(watch.look(0, Long.MAX_VALUE)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, Long.MIN_VALUE + 49)).isEqualTo(Verdict.LAST_CHANCE);
  }

  /** Takes so many bytes each second; the verdicts of that many seconds end with this one. */
  private static Verdict after(int seconds, long bytesPerSecond, long takenBefore) {
    PeerWatch watch = new PeerWatch(new Patience(0, RATE, 0));
    watch.peersTurn(0);
    watch.look(takenBefore, 0);
    Verdict last = Verdict.FINE;
    for (int i = 1; i <= seconds && last != Verdict.TOO_SLOW; i++) {
      last = watch.look(takenBefore + i * bytesPerSecond, i * SECOND);
    }
    return last;
  }

  @Test
  void peerAtTheLowestRateIsNeverTooSlow() {
    assertThat(after(100_000, RATE, 0)).isEqualTo(Verdict.FINE);
  }

  @Test
  void peerJustBelowItIsTooSlowInTheEnd() {
    assertThat(after(60, RATE * 9 / 10, 0)).isEqualTo(Verdict.FINE);
    assertThat(after(200, RATE * 9 / 10, 0)).isEqualTo(Verdict.TOO_SLOW);
  }

  @Test
  void peerThatTakesNothingHasTenSecondsAndALastChance() {
    assertThat(after(10, 0, 0)).isEqualTo(Verdict.FINE);
    assertThat(after(11, 0, 0)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(after(12, 0, 0)).isEqualTo(Verdict.TOO_SLOW);
  }

  /** Who fetches a gigabyte and then crawls is as slow as anybody. */
  @Test
  void havingBeenFastIsNoExcuse() {
    assertThat(after(13, 1, 1L << 30)).isEqualTo(Verdict.TOO_SLOW);
  }

  /** What the kernel takes in lumps shows only when it is offered more. */
  @Test
  void peerThatCatchesUpInItsLastChanceGoesOn() {
    PeerWatch watch = new PeerWatch(new Patience(0, RATE, 0));
    watch.peersTurn(0);
    assertThat(watch.look(0, 12 * SECOND)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(12 * RATE, 12 * SECOND)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(12 * RATE, 24 * SECOND)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(12 * RATE + 1, 24 * SECOND)).isEqualTo(Verdict.TOO_SLOW);
  }
}
