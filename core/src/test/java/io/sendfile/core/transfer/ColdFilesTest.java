package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that are on the disk, beside others that are in memory. */
class ColdFilesTest extends SchedulerFixture {
  private static final int LENGTH = 100_000;

  @BeforeEach
  void openTheLane() {
    disk.width(2);
    probe.answer(extent -> false);
    scheduler.limits(new Limits(10, 10));
  }

  private Transfer submitted() {
    Transfer transfer = transfer(sink(), LENGTH, 0);
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  private long reads() {
    return Figure.DISK_READS.of(counters.snapshot());
  }

  @Test
  void aColdFileWaitsForTheDiskWithoutAWorker() {
    Transfer cold = submitted();
    assertThat(cold.state()).isEqualTo(TransferState.WAITING_DISK);
    assertThat(cold.taken()).isZero();
    assertThat(scheduler.busy()).isEmpty();
    assertThat(readers.size()).isEqualTo(1);
  }

  @Test
  void aFileInMemoryIsSentMeanwhile() {
    submitted();
    probe.answer(extent -> true);
    submitted();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
    assertThat(reads()).isZero();
  }

  @Test
  void comesBackIntoTheOrderOfTurnsOnceItsBytesAreRead() throws IOException {
    Transfer cold = submitted();
    readers.runAll();
    assertThat(cold.state()).isEqualTo(TransferState.WAITING_TURN);
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
    assertThat(sinks.get(0).received()).isEqualTo(Files.readAllBytes(temp.resolve("file-100000")));
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void theBurstGoesOnAfterTheRead() {
    submitted();
    readers.runAll();
    workers.runAll();
    assertThat(Figure.BURSTS.of(counters.snapshot())).isEqualTo(1);
  }

  @Test
  void aRootHasSoManyThreads() {
    for (int i = 0; i < 5; i++) {
      submitted();
    }
    assertThat(readers.size()).isEqualTo(2);
    readers.runAll();
    workers.runAll();
    assertThat(results).hasSize(5);
  }

  @Test
  void aRootWhoseThreadsAreTakenKeepsNoOtherFromReading() {
    for (int i = 0; i < 5; i++) {
      submitted();
    }
    downloads.inRoot("other");
    Transfer other = submitted();
    assertThat(readers.runLast()).isTrue();
    assertThat(other.state()).isEqualTo(TransferState.WAITING_TURN);
  }

  @Test
  void aNarrowerLaneServesThoseThatWaitInIt() {
    for (int i = 0; i < 5; i++) {
      submitted();
    }
    disk.width(0);
    readers.runAll();
    workers.runAll();
    assertThat(results).hasSize(5);
    assertThat(reads()).isEqualTo(5);
  }

  @Test
  void withoutThreadsAWorkerReadsFromTheDisk() {
    disk.width(0);
    submitted();
    assertThat(results).hasSize(1);
    assertThat(reads()).isZero();
    assertThat(probe.asked()).isEmpty();
  }

  @Test
  void canBeEndedWhileItWaitsForTheDisk() {
    Transfer cold = submitted();
    assertThat(cold.end(Outcome.CANCELLED)).isTrue();
    assertThat(cold.state()).isEqualTo(TransferState.FINISHED);
    downloads.assertNoFileIsOpen();
    readers.runAll();
    assertThat(reads()).isZero();
  }

  @Test
  void endsAfterTheReadWhenItIsEndedMeanwhile() {
    Transfer[] cold = new Transfer[1];
    TransferState[] then = new TransferState[1];
    downloads.count(
        whenItReads(
            () -> {
              assertThat(cold[0].end(Outcome.CANCELLED)).isTrue();
              then[0] = cold[0].state();
            }));
    cold[0] = submitted();
    readers.runAll();
    assertThat(then[0]).isEqualTo(TransferState.READING);
    assertThat(cold[0].state()).isEqualTo(TransferState.FINISHED);
    workers.runAll();
    assertThat(sinks.get(0).received()).isEmpty();
    assertThat(sinks.get(0).ends()).containsExactly(Outcome.CANCELLED);
  }

  private static StatsRecorder whenItReads(Runnable action) {
    return (StatsRecorder)
        Proxy.newProxyInstance(
            ColdFilesTest.class.getClassLoader(),
            new Class<?>[] {StatsRecorder.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("add") && arguments[0] == Figure.DISK_READS) {
                action.run();
              }
              return null;
            });
  }

  @Test
  void isNotStalledWhileItWaitsForTheDisk() {
    Transfer cold = submitted();
    clock.advance(Downloads.STALL.multipliedBy(3));
    scheduler.tick();
    assertThat(cold.state()).isEqualTo(TransferState.WAITING_DISK);
  }

  @Test
  void endsWhenItsFileBecameTooShort() throws IOException {
    submitted();
    Path file = temp.resolve("file-100000");
    Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    readers.runAll();
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.CHANGED);
  }

  @Test
  void endsWhenThereAreNoThreadsAnyMore() {
    readers.reject();
    submitted();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.SHUTDOWN);
  }

  @Test
  void isReadByAWorkerWhenNoThreadCanBeStarted() {
    readers.failOnce();
    submitted();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
    submitted();
    assertThat(readers.size()).as("the next one has a thread again").isEqualTo(1);
  }

  @Test
  void aBlockingBurstWaitsForTheDiskWithoutAWorker() {
    Transfer cold =
        watched(
            sink(),
            downloads.transfer(
                downloads.file("f", LENGTH),
                sinks.get(0),
                Algorithms.of(Algorithms.SIMPLE_BLOCKING, 0)));
    submit(cold);
    workers.runAll();
    assertThat(cold.state()).isEqualTo(TransferState.WAITING_DISK);
    readers.runAll();
    workers.runAll();
    assertThat(results).hasSize(1);
  }
}
