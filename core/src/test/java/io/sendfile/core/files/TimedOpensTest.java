package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.files.Root.HiddenFiles;
import io.sendfile.core.files.Roots.RootDirectory;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work on a file system that does not answer. */
@Timeout(60)
class TimedOpensTest {
  private static final RootDirectory ROOT =
      new RootDirectory(
          new Root("share", Path.of("/mnt"), SymlinkPolicy.NONE, new HiddenFiles(List.of()), true),
          new OpenFiles(0, 0, 0));

  private final TimedOpens quick = new TimedOpens(Duration.ofMillis(20));
  private final TimedOpens patient = new TimedOpens(Duration.ofSeconds(30));

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
    for (int i = 0; i < TimedOpens.MOST_LATE; i++) {
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
    assertThat(ROOT.late()).hasValue(TimedOpens.MOST_LATE);
    // The open itself would take half a minute.
    assertHanging(() -> patient.<String>call(ROOT, () -> "never begun", late -> {}));

    answer.countDown();
    assertThat(released.tryAcquire(TimedOpens.MOST_LATE, 30, TimeUnit.SECONDS)).isTrue();
    assertThat(ROOT.late()).hasValue(0);
    assertThat(patient.<String>call(ROOT, () -> "done", late -> {})).isEqualTo("done");
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
    assertThat(ROOT.late()).hasValue(0);
  }

  private interface Call {
    String run() throws IOException, Refusal;
  }

  private static void assertHanging(Call call) {
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.result().reason()).isEqualTo(RefusalReason.HANGING));
  }
}
