package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns that move few bytes, as clients are slow, share a worker; to wake more would cost more. */
class ShortTurnsTest extends SchedulerFixture {
  private static final int FEW = 100_000;
  private static final int MANY = 900_000;
  private static final int LENGTH = 3 * MANY;

  @BeforeEach
  void manyMaySend() {
    scheduler.limits(new Limits(40, 40));
  }

  /** A transfer that waits for a peer, which took so many bytes after that time. */
  private void waiting(long taken, long millis) {
    ScriptedSink sink = sink().thenTake(1).otherwise(offered -> 0);
    submit(transfer(sink, LENGTH, 0));
    workers.runAll();
    clock.advance(Duration.ofMillis(millis));
    sink.thenTake(taken - 1).becomeWritable();
    workers.runAll();
  }

  @Test
  void shareAWorker() {
    for (int i = 0; i < 10; i++) {
      waiting(FEW, 1000);
    }
    sinks.forEach(sink -> sink.thenTake(1).becomeWritable());
    assertThat(workers.size()).isEqualTo(1);
    workers.runAll();
    assertThat(sinks).allSatisfy(sink -> assertThat(sink.received()).hasSize(FEW + 1));
  }

  @Test
  void longOnesHaveAWorkerEach() {
    for (int taken : new int[] {FEW, MANY, FEW, MANY}) {
      waiting(taken, 1000);
    }
    sinks.forEach(ScriptedSink::becomeWritable);
    assertThat(workers.size()).isEqualTo(3);
  }

  @Test
  void onesOfFastClientsHaveAWorkerEach() {
    waiting(FEW, 40);
    waiting(FEW, 40);
    sinks.forEach(ScriptedSink::becomeWritable);
    assertThat(workers.size()).isEqualTo(2);
  }

  @Test
  void firstOnesHaveAWorkerEach() {
    submit(transfer(sink(), LENGTH, 0));
    submit(transfer(sink(), LENGTH, 0));
    assertThat(workers.size()).isEqualTo(2);
  }

  /** In a burst that blocks, a worker waits for its client, and those behind it would wait too. */
  @Test
  void onesThatBlockHaveAWorkerEach() {
    blockedOnce();
    blockedOnce();
    sinks.forEach(ScriptedSink::becomeWritable);
    assertThat(workers.size()).isEqualTo(2);
  }

  /** A transfer that waits for its peer after a blocking burst, in which the peer was full once. */
  private void blockedOnce() {
    ScriptedSink sink =
        new ScriptedSink() {
          private boolean full = true;

          @Override
          public void awaitWritable(Runnable wakeUp) {
            super.awaitWritable(wakeUp);
            if (full) {
              full = false;
              clock.advance(Duration.ofSeconds(1));
              becomeWritable();
            }
          }
        };
    sinks.add(sink.thenTake(1).thenFull());
    Path file = downloads.file("file-" + LENGTH, LENGTH);
    submit(downloads.transfer(file, sink, Algorithms.of("equal-blocking", FEW)));
    workers.runAll();
  }

  /** While its worker sleeps in the kernel, none of those behind it may wait for that. */
  @Test
  void goOnBesideASleepingOne() {
    scheduler.workers(2);
    for (int i = 0; i < 3; i++) {
      waiting(FEW, 1000);
    }
    sinks
        .get(0)
        .then(
            offered -> {
              scheduler.tick();
              scheduler.tick();
              workers.runAll();
              return 1;
            });
    sinks.get(1).thenTake(1);
    sinks.get(2).thenTake(1);
    sinks.forEach(ScriptedSink::becomeWritable);
    assertThat(workers.size()).isEqualTo(1);
    workers.runNext();
    assertThat(sinks.get(2).received()).hasSize(FEW + 1);
  }
}
