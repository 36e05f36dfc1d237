package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.SendAlgorithm;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler with two real workers; its clock and timer move only when told to. */
abstract class RealWorkersFixture {
  static final int WORKERS = 2;
  private static final long DEADLINE_SECONDS = 10;

  @TempDir Path temp;
  final FakeClock clock = new FakeClock();
  final ManualTimer timer = new ManualTimer(clock);
  final List<ScriptedSink> sinks = new CopyOnWriteArrayList<>();
  final Statistics counters = new Statistics(InstantSource.system());
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(WORKERS, WORKERS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final Semaphore held = new Semaphore(0);
  Downloads downloads;
  TransferScheduler scheduler;

  @BeforeEach
  void start() throws IOException {
    downloads = new Downloads(temp.toRealPath(), clock);
    scheduler = new TransferScheduler(workers, timer, new Limits(20, 20), List.of());
    downloads.count(counters.listener("l").root("files"));
    scheduler.workers(WORKERS);
  }

  @AfterEach
  void everyTransferEndsOnceAndNothingIsLeft() throws InterruptedException {
    releaseWorkers();
    scheduler.close();
    workers.shutdown();
    assertThat(workers.awaitTermination(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .as("all workers are free again")
        .isTrue();
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.active() + scheduler.waiting()).isZero();
    assertThat(counters.snapshot().active()).isZero();
    downloads.assertNoFileIsOpen();
    downloads.close();
    for (ScriptedSink sink : sinks) {
      assertThat(sink.breaches()).isEmpty();
      assertThat(sink.ends()).hasSize(1);
    }
  }

  final ScriptedSink sink() {
    ScriptedSink sink = new ScriptedSink();
    sinks.add(sink);
    return sink;
  }

  final Transfer make(ScriptedSink sink, Path file, SendAlgorithm algorithm) {
    Transfer transfer = downloads.transfer(file, sink, algorithm);
    sink.watchLocks(transfer, scheduler.places);
    return transfer;
  }

  final Transfer submit(ScriptedSink sink, Path file, SendAlgorithm algorithm) {
    Transfer transfer = make(sink, file, algorithm);
    submit(transfer);
    return transfer;
  }

  final void submit(Transfer transfer) {
    Admission admission = scheduler.admit(Downloads.CLAIM);
    assertThat(admission).isEqualTo(Admission.START);
    scheduler.submit(transfer, admission);
  }

  /** Lets time pass, as far as deadlines go. */
  final void pass(Duration time) {
    clock.advance(time);
    scheduler.tick();
  }

  final int busyWorkers() {
    return workers.getActiveCount();
  }

  /** Occupies all workers until {@link #releaseWorkers}. */
  final void holdAllWorkers() {
    for (int i = 0; i < WORKERS; i++) {
      workers.execute(held::acquireUninterruptibly);
    }
    await("all workers are held", () -> busyWorkers() == WORKERS);
  }

  final void releaseWorkers() {
    held.release(WORKERS);
  }

  final void awaitIdleWorkers() {
    await("no worker is held", () -> busyWorkers() == 0 && workers.getQueue().isEmpty());
  }

  static void awaitState(Transfer transfer, TransferState state) {
    await("the transfer is " + state, () -> transfer.state() == state);
  }

  static void awaitEnd(ScriptedSink sink, Outcome outcome) {
    await("an end", () -> !sink.ends().isEmpty());
    assertThat(sink.ends()).containsExactly(outcome);
  }

  /** The peer becomes writable whenever it is waited for. */
  static void wakeUntilEnd(ScriptedSink sink) {
    await(
        "an end",
        () -> {
          sink.becomeWritable();
          return !sink.ends().isEmpty();
        });
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.yield();
    }
  }
}
