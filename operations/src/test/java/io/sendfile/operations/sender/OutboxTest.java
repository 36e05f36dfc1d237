package io.sendfile.operations.sender;

import static io.sendfile.operations.journal.DiskQueueTest.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.journal.DiskQueue;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.journal.RecordLog;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class OutboxTest {
  private static final long ROOM_FOR_TEN = 10L * RecordLog.bytes(record(0).text());

  private static final Outbox.BackOff PAUSES =
      new Outbox.BackOff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  @TempDir Path temp;
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Losses losses =
      new Losses(
          "results-journal",
          Severity.ERROR,
          Losses.DISK,
          Logger.getLogger("io.sendfile.glassfish.results"),
          nanos::get);

  private Outbox outbox;

  @BeforeEach
  void open() {
    Outbox.BackOff backOff = new Outbox.BackOff(Duration.ofSeconds(1), Duration.ofSeconds(8));
    DiskQueue queue = new DiskQueue(temp, ROOM_FOR_TEN, losses, nanos::get);
    outbox = new Outbox(queue, backOff, nanos::get, () -> 1);
  }

  private DiskQueue.Entry next() {
    return Objects.requireNonNull(outbox.poll());
  }

  @AfterEach
  void close() throws IOException {
    outbox.close();
  }

  private void reopen() throws IOException {
    outbox.close();
    open();
  }

  private void add(int... numbers) {
    for (int number : numbers) {
      assertThat(outbox.add(record(number))).isTrue();
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void givesEachOnceInTheOrderTheyCame() {
    add(1, 2);
    assertThat(next().event()).isEqualTo(record(1));
    assertThat(next().event()).isEqualTo(record(2));
    assertThat(outbox.poll()).isNull();
    assertThat(outbox.size()).as("both are being sent").isEqualTo(2);
  }

  @Test
  void figuresAreReadWhileTheDiskDoesNotAnswer() throws Exception {
    add(1, 2);
    Outbox busy = outbox;
    // As whoever waits for the disk does.
    synchronized (busy) {
      assertThat(CompletableFuture.supplyAsync(busy::size).get(20, TimeUnit.SECONDS)).isEqualTo(2);
      assertThat(CompletableFuture.supplyAsync(busy::bytes).get(20, TimeUnit.SECONDS))
          .isEqualTo(ROOM_FOR_TEN / 5);
    }
  }

  @Test
  void whatIsDoneNeverComesBack() throws IOException {
    add(1, 2);
    outbox.done(next());
    reopen();
    assertThat(next().event()).isEqualTo(record(2));
    assertThat(outbox.poll()).isNull();
  }

  @Test
  void whatWasBeingSentComesBackAfterARestart() throws IOException {
    add(1);
    outbox.poll();
    reopen();
    assertThat(next().event()).isEqualTo(record(1));
  }

  @Test
  void afterAFailureNothingIsTriedForAWhileThenTheOthersFirst() {
    add(1, 2);
    assertThat(outbox.failed(next(), Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
    assertThat(outbox.poll()).isNull();
    pass(Duration.ofMillis(999));
    assertThat(outbox.poll()).isNull();
    pass(Duration.ofMillis(1));
    assertThat(next().event()).isEqualTo(record(2));
    assertThat(next().event()).isEqualTo(record(1));
  }

  @Test
  void pausesGrowUntilSomethingIsDone() {
    add(1, 2);
    for (int seconds : new int[] {1, 2, 4, 8, 8}) {
      assertThat(outbox.failed(next(), Duration.ZERO)).isEqualTo(Duration.ofSeconds(seconds));
      pass(Duration.ofSeconds(seconds));
    }
    outbox.done(next());
    assertThat(outbox.failed(next(), Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void destinationMayAskForALongerPause() {
    add(1);
    assertThat(outbox.failed(next(), Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    pass(Duration.ofSeconds(29));
    assertThat(outbox.poll()).isNull();
    pass(Duration.ofSeconds(1));
    assertThat(next().event()).isEqualTo(record(1));
  }

  @Test
  void whenItIsFullTheNewOneIsLeftOut() {
    add(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(outbox.bytes()).isEqualTo(ROOM_FOR_TEN);
    assertThat(outbox.add(record(5))).isFalse();
    outbox.done(next());
    assertThat(outbox.bytes()).isEqualTo(ROOM_FOR_TEN * 9 / 10);
    add(5);
    assertThat(outbox.size()).isEqualTo(10);
  }

  @Test
  void whoWaitsIsWokenByWhatComesAndByTheEnd() throws Exception {
    BlockingQueue<Optional<JournalRecord>> taken = new LinkedBlockingQueue<>();
    Thread taker = new Thread(() -> takeTwo(taken));
    taker.start();
    add(1);
    assertThat(taken.take()).contains(record(1));
    outbox.close();
    assertThat(taken.take()).isEmpty();
    taker.join();
  }

  private void takeTwo(BlockingQueue<Optional<JournalRecord>> taken) {
    try {
      taken.put(Optional.ofNullable(outbox.take()).map(DiskQueue.Entry::event));
      taken.put(Optional.ofNullable(outbox.take()).map(DiskQueue.Entry::event));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void pauseDoublesUpToTheMost() {
    assertThat(PAUSES.after(1, 1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(PAUSES.after(2, 1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(PAUSES.after(8, 1)).isEqualTo(Duration.ofSeconds(128));
    assertThat(PAUSES.after(9, 1)).isEqualTo(Duration.ofSeconds(256));
    assertThat(PAUSES.after(10, 1)).isEqualTo(Duration.ofMinutes(5));
    assertThat(PAUSES.after(Integer.MAX_VALUE, 1)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void halfOfAPauseIsLeftToChance() {
    assertThat(PAUSES.after(3, 0)).isEqualTo(Duration.ofSeconds(2));
    assertThat(PAUSES.after(3, 0.5)).isEqualTo(Duration.ofSeconds(3));
    assertThat(PAUSES.after(3, 1)).isEqualTo(Duration.ofSeconds(4));
  }
}
