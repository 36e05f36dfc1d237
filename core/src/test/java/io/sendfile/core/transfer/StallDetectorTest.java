package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.StallDetector.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StallDetectorTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long RATE = 100_000;

  private static StallDetector stallWatch(long stallNanos, long nowNanos) {
    StallDetector watch = new StallDetector(new Deadlines(stallNanos, 0, 0));
    watch.peersTurn(nowNanos);
    return watch;
  }

  @Test
  void isDueExactlyAfterTheTimeoutWithoutAByteAndAfterALastChance() {
    StallDetector watch = stallWatch(100, 1_000);
    assertThat(watch.look(0, null, 1_099)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, null, 1_100)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(0, null, 1_100)).isEqualTo(Verdict.STALLED);
  }

  @Test
  void everyByteTakenStartsItAnew() {
    StallDetector watch = stallWatch(100, 0);
    assertThat(watch.look(1, null, 99)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(1, null, 198)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(2, null, 199)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(2, null, 299)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(3, null, 300)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(3, null, 400)).as("chance anew").isEqualTo(Verdict.LAST_CHANCE);
  }

  @Test
  void timeThatIsNotThePeersDoesNotCount() {
    StallDetector watch = stallWatch(100, 0);
    watch.ourTurn(60);
    watch.peersTurn(1_000_000);
    assertThat(watch.look(0, null, 1_000_039)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, null, 1_000_040)).isEqualTo(Verdict.LAST_CHANCE);
  }

  @Test
  void zeroMeansNever() {
    assertThat(stallWatch(0, 0).look(0, null, Long.MAX_VALUE)).isEqualTo(Verdict.FINE);
  }

  /** A monotonic clock may wrap from its greatest to its least value. */
  @Test
  void survivesTheWrapAroundOfTheClock() {
    StallDetector watch = stallWatch(100, Long.MAX_VALUE - 50);
    assertThat(watch.look(0, null, Long.MAX_VALUE)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, null, Long.MIN_VALUE + 49)).isEqualTo(Verdict.LAST_CHANCE);
  }

  /**
   * Takes that many bytes each second.
   *
   * @return the last verdict
   */
  private static Verdict after(int seconds, long bytesPerSecond, long takenBefore) {
    StallDetector watch = new StallDetector(new Deadlines(0, RATE, 0));
    watch.peersTurn(0);
    watch.look(takenBefore, null, 0);
    Verdict last = Verdict.FINE;
    for (int i = 1; i <= seconds && last != Verdict.TOO_SLOW; i++) {
      last = watch.look(takenBefore + i * bytesPerSecond, null, i * SECOND);
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

  /** A client that fetches a gigabyte and then crawls is as slow as any other. */
  @Test
  void havingBeenFastIsNoExcuse() {
    assertThat(after(13, 1, 1L << 30)).isEqualTo(Verdict.TOO_SLOW);
  }

  /** The kernel takes bytes in lumps; that shows only when more is offered. */
  @Test
  void peerThatCatchesUpInItsLastChanceGoesOn() {
    StallDetector watch = new StallDetector(new Deadlines(0, RATE, 0));
    watch.peersTurn(0);
    assertThat(watch.look(0, null, 12 * SECOND)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(12 * RATE, null, 12 * SECOND)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(12 * RATE, null, 24 * SECOND)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(12 * RATE + 1, null, 24 * SECOND)).isEqualTo(Verdict.TOO_SLOW);
  }

  /** Acknowledgements of a peer whose window is open. */
  private static Acknowledged open(long position, long horizon) {
    return new Acknowledged(position, horizon, false);
  }

  /** Waits for its peer; the kernel's queue was last 20 bytes. */
  private static StallDetector asked(long stallNanos, Acknowledged first) {
    StallDetector watch = stallWatch(stallNanos, 0);
    watch.look(0, first, 20);
    return watch;
  }

  @Test
  void kernelIsAskedOnlyWhenAPartOfTheTimeoutHasPassed() {
    StallDetector watch = stallWatch(80, 0);
    assertThat(watch.inDoubt(9)).isFalse();
    assertThat(watch.inDoubt(10)).isTrue();
    watch.look(1, null, 10);
    assertThat(watch.inDoubt(19)).as("a byte was taken").isFalse();
    assertThat(stallWatch(0, 0).inDoubt(Long.MAX_VALUE)).as("no timeout").isFalse();
  }

  @Test
  void acknowledgementStartsTheTimeAnew() {
    StallDetector watch = asked(100, open(0, 1000));
    assertThat(watch.look(0, open(1, 1000), 119)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(2, 1000), 218)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(2, 1000), 318)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(0, open(2, 1000), 318)).isEqualTo(Verdict.STALLED);
  }

  /** Bytes before the first look at the queue are unknown. */
  @Test
  void peerThatAcknowledgesNothingHasTheTimeoutFromTheFirstQuestionOn() {
    StallDetector watch = asked(100, open(5, 1000));
    assertThat(watch.look(0, open(5, 1000), 119)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(5, 1000), 120)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(0, open(5, 1000), 121)).isEqualTo(Verdict.STALLED);
  }

  /** As when an HTTP/2 stream waits while its siblings go on. */
  @Test
  void acknowledgementsOfLaterBytesAreNoProgress() {
    StallDetector watch = asked(100, open(0, 10));
    assertThat(watch.look(0, open(500, 900), 119)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(600, 1900), 218)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(700, 2900), 219)).isEqualTo(Verdict.LAST_CHANCE);
    assertThat(watch.look(0, open(800, 3900), 220)).isEqualTo(Verdict.STALLED);
  }

  /** The kernel takes the rest of a buffer: its queue grows, which alone means nothing. */
  @Test
  void queueThatGrowsMayShrinkAgain() {
    StallDetector watch = asked(100, open(50, 1000));
    assertThat(watch.look(0, open(40, 1000), 60)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(41, 1000), 119)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(41, 1000), 218)).isEqualTo(Verdict.FINE);
    assertThat(watch.look(0, open(41, 1000), 219)).isEqualTo(Verdict.LAST_CHANCE);
  }

  /** Room in the send buffer comes from acknowledgements: no byte counts twice. */
  @Test
  void acknowledgedBytesCountForTheLowestRateOnce() {
    assertThat(acknowledging(RATE * 11 / 10, 200)).isEqualTo(Verdict.FINE);
    assertThat(acknowledging(RATE * 8 / 10, 200)).isEqualTo(Verdict.TOO_SLOW);
  }

  /** A steadily acknowledging peer; the kernel takes as much every forty seconds. */
  private static Verdict acknowledging(long bytesPerSecond, int seconds) {
    StallDetector watch = new StallDetector(new Deadlines(0, RATE, 0));
    watch.peersTurn(0);
    Verdict last = Verdict.FINE;
    for (int i = 1; i <= seconds && last != Verdict.TOO_SLOW; i++) {
      long taken = i / 40 * 40 * bytesPerSecond;
      Acknowledged now = open(i * bytesPerSecond, Long.MAX_VALUE);
      last = watch.look(taken, watch.inDoubt(i * SECOND) ? now : null, i * SECOND);
    }
    return last;
  }

  private static final long STALL = 60 * SECOND;

  /** Bytes of a send buffer that the peer leaves there. */
  private static final long QUEUED = 4 << 20;

  /** Acknowledgements of a peer whose window is closed. */
  private static Acknowledged closed(long position) {
    return new Acknowledged(position, position + QUEUED, true);
  }

  /**
   * A peer that has got bytes, and takes no more.
   *
   * @return the second in which it is given up
   */
  private static long stalledAfter(Acknowledged last) {
    StallDetector watch = stallWatch(STALL, 0);
    long taken = last.horizon();
    watch.look(taken, null, 0);
    for (long second = 1; second < 10_000; second++) {
      Acknowledged now = watch.inDoubt(second * SECOND) ? last : null;
      if (watch.look(taken, now, second * SECOND) == Verdict.STALLED) {
        return second;
      }
    }
    throw new AssertionError("never");
  }

  @Test
  void bytesThatPeerHasGotPayForItsSilenceBehindAClosedWindow() {
    assertThat(stalledAfter(closed(0))).isBetween(60L, 70L);
    assertThat(stalledAfter(closed(400_000))).isBetween(60L, 70L);
    assertThat(stalledAfter(closed(1 << 20))).isBetween(120L, 130L);
  }

  @Test
  void silenceHasAnEndWhateverWasPaid() {
    assertThat(stalledAfter(closed(Long.MAX_VALUE / 2))).isBetween(300L, 310L);
  }

  /** Its system is gone, perhaps. */
  @Test
  void peerThatDoesNotAnswerIsGivenUpAfterTheTimeout() {
    assertThat(stalledAfter(open(1L << 40, (1L << 40) + QUEUED))).isBetween(60L, 70L);
  }

  /** A reader whose system tells of room for each lump only. */
  private static Verdict reading(Deadlines deadlines, double bytesPerSecond, long lump) {
    StallDetector watch = new StallDetector(deadlines);
    watch.peersTurn(0);
    Verdict last = Verdict.FINE;
    for (int second = 0; second < 4 * 3600; second++) {
      long got = 16 * lump + (long) (second * bytesPerSecond / lump) * lump;
      long now = second * SECOND;
      last = watch.look(got + QUEUED, watch.inDoubt(now) ? closed(got) : null, now);
      if (last == Verdict.STALLED || last == Verdict.TOO_SLOW) {
        return last;
      }
    }
    return Verdict.FINE;
  }

  @Test
  void steadyReaderIsNeverStalledHoweverLateItsSystemTells() {
    Deadlines usual = new Deadlines(STALL, 0, 0);
    assertThat(reading(usual, 10_000, 2 << 20)).as("largest buffers").isEqualTo(Verdict.FINE);
    assertThat(reading(usual, 30_720, 3_072_000)).as("curl's lumps").isEqualTo(Verdict.FINE);
    assertThat(reading(usual, 6_600, 393_216)).as("usual buffers").isEqualTo(Verdict.FINE);
    assertThat(reading(usual, 1_000, 20_000)).as("a small one").isEqualTo(Verdict.FINE);
  }

  @Test
  void steadyReaderAboveTheLowestRateIsNeverTooSlow() {
    Deadlines lowest = new Deadlines(0, 20_000, 0);
    assertThat(reading(lowest, 22_000, 2 << 20)).isEqualTo(Verdict.FINE);
    assertThat(reading(lowest, 15_000, 2 << 20)).isEqualTo(Verdict.TOO_SLOW);
  }
}
