package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HealthReportTest {
  private final HealthReport health = new HealthReport();
  private final AtomicInteger tries = new AtomicInteger();
  private final CountDownLatch answers = new CountDownLatch(1);

  /** A store that fails from now on, and is watched. */
  private Losses failing(String store, Runnable again) {
    Losses losses =
        new Losses(store, Severity.ERROR, "", Logger.getLogger("test"), System::nanoTime);
    losses.fails("the disk is full");
    health.watch(losses, again);
    return losses;
  }

  /** A disk that does not answer yet. */
  private void hang() {
    tries.incrementAndGet();
    try {
      answers.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitTries(int number) {
    while (tries.get() < number) {
      Pause.make();
    }
  }

  @Test
  void storesWhoseDisksDoNotAnswerHoldUpNeitherOthersNorTheCaller() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      failing("hung-" + i, this::hang);
    }
    CountDownLatch other = new CountDownLatch(1);
    failing("other", other::countDown);
    health.retry();
    other.await();
    awaitTries(20);
    answers.countDown();
  }

  @Test
  void storeThatStillTriesIsNotAskedAgain() {
    failing("hung", this::hang);
    health.retry();
    awaitTries(1);
    AtomicInteger others = new AtomicInteger();
    failing("other", others::incrementAndGet);
    health.retry();
    while (others.get() == 0) {
      Pause.make();
    }
    assertThat(tries).hasValue(1);

    answers.countDown();
    while (tries.get() == 1) {
      health.retry();
      Pause.make();
    }
  }

  @Test
  void storeWhoseTryFailsIsAskedAgain() {
    failing(
        "broken",
        () -> {
          tries.incrementAndGet();
          throw new IllegalStateException("no disk");
        });
    while (tries.get() < 2) {
      health.retry();
      Pause.make();
    }
  }

  @Test
  void storesThatKeepWhatTheyGetAreLeftAlone() {
    List<String> asked = new ArrayList<>();
    failing("well", () -> asked.add("well")).works();
    health.forget(failing("gone", () -> asked.add("gone")));
    CountDownLatch last = new CountDownLatch(1);
    failing("last", last::countDown);
    health.retry();
    while (last.getCount() > 0) {
      Pause.make();
    }
    assertThat(asked).isEmpty();
  }
}
