package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statistics count a running transfer's bytes, each of them once. */
class CountedBytesTest extends SchedulerFixture {
  private long counted() {
    assertThat(Figure.BYTES.of(counters.ofListener("l")))
        .isEqualTo(Figure.BYTES.of(counters.snapshot()));
    assertThat(Figure.BYTES.of(counters.ofRoot("files")))
        .isEqualTo(Figure.BYTES.of(counters.snapshot()));
    return Figure.BYTES.of(counters.snapshot());
  }

  @Test
  void areCountedAfterEachTurn() {
    ScriptedSink sink = sink().thenTake(40).thenFull().thenTake(25).thenFull();
    submit(transfer(sink, 100, 0));
    workers.runAll();
    assertThat(counted()).isEqualTo(40);
    sink.becomeWritable();
    workers.runAll();
    assertThat(counted()).isEqualTo(65);
    sink.becomeWritable();
    workers.runAll();
    assertThat(counted()).isEqualTo(100);
    assertThat(Figure.BYTES_ZERO_COPY.of(counters.snapshot())).isEqualTo(100);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void theFirstIsTimedWhenItIsTakenAndOnce() {
    ScriptedSink sink =
        sink().thenTake(40).then(offered -> laterTaken(offered)).thenFull().thenTake(1).thenFull();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    clock.advance(Duration.ofMillis(3));
    workers.runAll();
    Distribution running = firstBytes();
    assertThat(running.count()).as("long before the end").isEqualTo(1);
    assertThat(running.sum()).isEqualTo(3_000_000);
    sink.becomeWritable();
    workers.runAll();
    transfer.end(Outcome.CANCELLED);
    assertThat(firstBytes()).isEqualTo(running);
    assertThat(results).extracting(TransferResult::firstByte).containsExactly(Duration.ofMillis(3));
  }

  /** A slow call of the same turn. */
  private long laterTaken(long offered) {
    clock.advance(Duration.ofSeconds(1));
    return Math.min(10, offered);
  }

  @Test
  void withoutAnyThereIsNoFirst() {
    ScriptedSink sink = sink().buffering();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    assertThat(firstBytes().count()).isZero();
    transfer.end(Outcome.CANCELLED);
    assertThat(firstBytes().count()).isZero();
  }

  private Distribution firstBytes() {
    return counters.snapshot().counts().firstByteNanos();
  }

  @Test
  void areCountedOnTheWayOfLongTurn() {
    List<Long> seen = new ArrayList<>();
    ScriptedSink sink =
        sink()
            .otherwise(
                offered -> {
                  seen.add(counted());
                  return offered;
                });
    submit(transfer(sink, 20 << 20, 1L << 40));
    workers.runAll();
    assertThat(seen).containsExactly(0L, 8L << 20, 16L << 20);
    assertThat(counted()).isEqualTo(20 << 20);
  }

  @Test
  void areNotCountedBeforeTheKernelHasThem() {
    ScriptedSink sink = sink().buffering();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    assertThat(counted()).isZero();
    sink.drain();
    transfer.end(Outcome.CANCELLED);
    assertThat(counted()).as("taken since the last turn").isEqualTo(100);
    assertThat(results).extracting(TransferResult::bytes).containsExactly(100L);
  }

  @Test
  void ofSmallFileAreCountedOnce() {
    ScriptedSink sink = sink();
    OpenFile file = downloads.open(downloads.file("small", 10));
    List<Segment> all = List.of(new FileSlice(0, 10));
    // The header's write takes them before the transfer begins.
    Body body = new Body(file, all);
    body.skipAll();
    sink.takeBefore(10);
    scheduler.runAtOnce(
        watched(
            sink,
            downloads.transfer(
                body, file, sink, progress -> new Burst(0, false), Downloads.STALL)));
    assertThat(counted()).isEqualTo(10);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }
}
