package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lowest rate and longest time of a transfer. */
class DeadlinesTest extends SchedulerFixture {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int RATE = 10_000;
  private static final int LENGTH = 1_000_000;

  private void pass(Duration time) {
    timer.advance(time);
    scheduler.tick();
    workers.runAll();
  }

  private Transfer begin(ScriptedSink sink) {
    Transfer transfer = transfer(sink.otherwise(offered -> 0), LENGTH, 0);
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  /** The peer is writable once a second, for that many bytes. */
  private void seconds(int seconds, ScriptedSink sink, long bytes) {
    for (int i = 0; i < seconds && sink.ends().isEmpty(); i++) {
      sink.thenTake(bytes).thenFull();
      sink.becomeWritable();
      workers.runAll();
      pass(SECOND);
    }
  }

  @Test
  void clientBelowTheLowestRateEndsAsTooSlow() {
    downloads.deadlines(RATE, Duration.ZERO);
    ScriptedSink sink = sink();
    begin(sink);
    seconds(60, sink, 1);
    assertThat(sink.ends()).containsExactly(Outcome.TOO_SLOW);
    assertThat(ended(Outcome.TOO_SLOW)).isEqualTo(1);
  }

  @Test
  void clientAtTheLowestRateCompletes() {
    downloads.deadlines(RATE, Duration.ZERO);
    ScriptedSink sink = sink();
    begin(sink);
    seconds(LENGTH / RATE, sink, RATE);
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  @Test
  void ownRateBelowTheLowestOneIsNotTheClientsFault() {
    downloads.deadlines(RATE, Duration.ZERO);
    downloads.limitRate(RATE / 2);
    ScriptedSink sink = sink();
    Transfer transfer = transfer(sink, LENGTH, 0);
    submit(transfer);
    workers.runAll();
    for (int i = 0; i < 3 * LENGTH / RATE * 4 && sink.ends().isEmpty(); i++) {
      pass(Duration.ofMillis(250));
    }
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  @Test
  void busyWorkersAreNotTheClientsFault() {
    downloads.deadlines(RATE, Duration.ZERO);
    ScriptedSink sink = sink();
    Transfer transfer = begin(sink);
    sink.becomeWritable();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_TURN);
    for (int i = 0; i < 1000; i++) {
      clock.advance(SECOND);
      scheduler.tick();
    }
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_TURN);
    workers.runAll();
    pass(SECOND);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void transferThatTakesTooLongEndsWhereverItStands() {
    downloads.deadlines(0, Duration.ofSeconds(100));
    ScriptedSink waitsForPeer = sink();
    begin(waitsForPeer);
    begin(sink());
    ScriptedSink waitsForPlace = sink();
    begin(waitsForPlace);
    seconds(99, waitsForPeer, 1);
    assertThat(waitsForPeer.ends()).isEmpty();
    pass(SECOND);
    assertThat(waitsForPeer.ends()).containsExactly(Outcome.TOO_SLOW);
    assertThat(waitsForPlace.ends()).containsExactly(Outcome.TOO_SLOW);
  }

  @Test
  void sharedRateIsKeptByAllConnectionsOfAClient() {
    downloads.share(new SharedRates(0, 400, clock, timer));
    Transfer first = transfer(sink(), 1000, 0);
    submit(first);
    Transfer second = transfer(sink(), 1000, 0);
    submit(second);
    workers.runAll();
    for (int i = 0; i < 8; i++) {
      pass(Duration.ofMillis(250));
    }
    assertThat(first.taken() + second.taken()).isBetween(700L, 900L);
    assertThat(Math.abs(first.taken() - second.taken())).isLessThanOrEqualTo(100);
  }

  private Transfer sentTransfer(int length) {
    OpenFile file = downloads.open(downloads.file("small", length));
    Body body = new Body(file, List.of(new FileSlice(0, length)));
    body.skipAll();
    ScriptedSink sink = sink();
    return watched(
        sink,
        downloads.transfer(body, file, sink, progress -> new Burst(1, false), Downloads.STALL));
  }

  /** A small file went out with its header; the next one waits for it. */
  @Test
  void smallFilesCountToo() {
    downloads.share(new SharedRates(400, 0, clock, timer));
    Transfer small = sentTransfer(1000);
    scheduler.runAtOnce(small);
    assertThat(small.state()).isEqualTo(TransferState.FINISHED);
    Transfer next = transfer(sink(), 1001, 0);
    submit(next);
    workers.runAll();
    assertThat(next.state()).isEqualTo(TransferState.WAITING_RATE);
    assertThat(next.taken()).isZero();
  }
}
