package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.Pause;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work on a file system that does not answer. */
@Timeout(60)
class ShareLaneTest {
  private static final Root ROOT =
      new Root("share", Path.of("/mnt"), SymlinkPolicy.NONE, new HiddenFiles(List.of()), true);

  private static final Path PLACE = Path.of("/mnt/nas");

  private final AtomicLong clock = new AtomicLong();
  private final ShareLanes lanes = new ShareLanes(Duration.ofSeconds(30), clock::get);
  private final ShareLane patient = lanes.of(PLACE);
  private final ShareLane quick = new ShareLanes(Duration.ofMillis(20), clock::get).of(PLACE);

  @Test
  void givesBackResultsAndFailures() throws Exception {
    assertThat(patient.<String>call(ROOT, () -> "done", late -> {})).isEqualTo("done");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> patient.call(ROOT, () -> fail(new NoSuchFileException("x")), late -> {}));
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> patient.call(ROOT, () -> fail(Refusal.changed("x")), late -> {}));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> patient.call(ROOT, () -> fail(new IllegalStateException()), late -> {}));
  }

  private static String fail(Exception e) throws Exception {
    throw e;
  }

  @Test
  void refusesWhatIsLateThenAllOfThatRootUntilItAnswersAgain() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Semaphore released = new Semaphore(0);
    for (int i = 0; i < ShareLane.MOST_LATE; i++) {
      assertHanging(
          () ->
              quick.<String>call(
                  ROOT,
                  () -> {
                    answer.await();
                    return "late";
                  },
                  late -> released.release()));
    }
    assertThat(quick.answers()).isFalse();
    assertHanging(() -> quick.<String>call(ROOT, () -> "never begun", late -> released.release()));

    answer.countDown();
    assertThat(released.tryAcquire(ShareLane.MOST_LATE, 30, TimeUnit.SECONDS)).isTrue();
    assertThat(quick.answers()).isTrue();
    assertThat(quick.<String>call(ROOT, () -> "done", late -> {})).isEqualTo("done");
    assertThat(released.availablePermits()).isZero();
  }

  @Test
  void interruptedCallerLeavesAndTheResultIsReleased() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Semaphore released = new Semaphore(0);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(ClosedByInterruptException.class)
        .isThrownBy(
            () -> patient.<String>call(ROOT, () -> "never begun", late -> released.release()));
    assertThat(Thread.interrupted()).isTrue();
    Thread caller = Thread.currentThread();
    assertThatExceptionOfType(ClosedByInterruptException.class)
        .isThrownBy(
            () ->
                patient.<String>call(
                    ROOT,
                    () -> {
                      caller.interrupt();
                      answer.await();
                      return "late";
                    },
                    late -> released.release()));
    assertThat(Thread.interrupted()).isTrue();
    answer.countDown();
    assertThat(released.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    assertThat(patient.answers()).isTrue();
  }

  @Test
  void boundsItsThreadsAndTakesNoneOfAnotherShare() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Semaphore running = new Semaphore(0);
    Semaphore done = new Semaphore(0);
    for (int i = 0; i < 2 * ShareLane.MOST_READING; i++) {
      patient.later(
          () -> {
            running.release();
            await(answer);
            done.release();
          });
    }
    assertThat(running.tryAcquire(ShareLane.MOST_READING, 30, TimeUnit.SECONDS)).isTrue();
    CountDownLatch other = new CountDownLatch(1);
    lanes.of(Path.of("/mnt/other")).later(other::countDown);
    assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(running.availablePermits()).isZero();
    // An open has threads of its own.
    assertThat(patient.<String>call(ROOT, () -> "open", late -> {})).isEqualTo("open");
    answer.countDown();
    assertThat(done.tryAcquire(2 * ShareLane.MOST_READING, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void opensNothingMoreWhileAllReadsHang() throws Exception {
    assertThat(patient.<String>call(ROOT, () -> "open", late -> {})).isEqualTo("open");
    CountDownLatch answer = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(ShareLane.MOST_READING);
    CountDownLatch done = new CountDownLatch(ShareLane.MOST_READING);
    for (int i = 0; i < ShareLane.MOST_READING; i++) {
      patient.later(
          () -> {
            running.countDown();
            await(answer);
            done.countDown();
          });
    }
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(lanes.silentRoots()).isEmpty();
    clock.addAndGet(ShareLane.SILENCE.toNanos());
    assertThat(lanes.silentRoots()).containsExactly("share");
    assertHanging(() -> patient.<String>call(ROOT, () -> "never begun", late -> {}));
    answer.countDown();
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    // The last thread has told its progress, or is about to.
    while (!lanes.silentRoots().isEmpty()) {
      Pause.make();
    }
    assertThat(patient.<String>call(ROOT, () -> "open", late -> {})).isEqualTo("open");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private interface Call {
    String run() throws IOException, Refusal;
  }

  private static void assertHanging(Call call) {
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.HANGING));
  }
}
