package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every algorithm on real worker threads; each algorithm's test inherits it. */
@Timeout(30)
abstract class TransferContract extends RealWorkersFixture {
  /** The algorithm under test; a burst of 0 means its own choice. */
  abstract SendAlgorithm algorithm(long burstBytes);

  /** Whether a worker waits for a full peer. */
  abstract boolean blocks();

  private TransferState waitingForPeer() {
    return blocks() ? TransferState.BLOCKED : TransferState.WAITING_PEER;
  }

  private Transfer begin(ScriptedSink sink, int length, long burstBytes) {
    return submit(sink, downloads.file("file-" + length, length), algorithm(burstBytes));
  }

  private Transfer beginStuck() {
    Transfer transfer = begin(sink().thenTake(7).otherwise(offered -> 0), 100, 0);
    awaitState(transfer, waitingForPeer());
    await("it waits for its peer", () -> sinks.get(0).isWaitedFor());
    return transfer;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 100_000})
  void sendsExactlyTheBytesOfTheFileToAPeerThatTakesSomeOfThem(int length) throws IOException {
    Random random = new Random(length);
    ScriptedSink sink = sink().otherwise(offered -> 1 + random.nextLong(offered));
    begin(sink, length, 1000);
    wakeUntilEnd(sink);
    awaitEnd(sink, Outcome.COMPLETED);
    assertThat(sink.received()).isEqualTo(Files.readAllBytes(temp.resolve("file-" + length)));
  }

  @Test
  void goesOnWhenAFullPeerBecomesWritable() throws IOException {
    ScriptedSink sink = sink().thenTake(10).thenFull().thenTake(20).thenFull();
    Transfer transfer = begin(sink, 100, 50);
    awaitState(transfer, waitingForPeer());
    assertThat(transfer.taken()).isEqualTo(10);
    wakeUntilEnd(sink);
    awaitEnd(sink, Outcome.COMPLETED);
    assertThat(sink.received()).isEqualTo(Files.readAllBytes(temp.resolve("file-100")));
  }

  @Test
  void givesUpAPeerThatTakesNothing() {
    Transfer transfer = beginStuck();
    pass(Duration.ZERO);
    pass(Downloads.STALL);
    await("the last chance is used", () -> sinks.get(0).calls() >= 3);
    awaitState(transfer, waitingForPeer());
    assertThat(sinks.get(0).ends()).isEmpty();
    pass(Duration.ofMillis(250));
    awaitEnd(sinks.get(0), Outcome.STALLED);
  }

  /** Woken again and again, the peer still takes nothing. */
  @Test
  void givesUpAPeerThatIsAlwaysWritableAndTakesNothing() {
    Transfer transfer = beginStuck();
    ScriptedSink sink = sinks.get(0);
    for (int i = 0; i < 100 && sink.ends().isEmpty(); i++) {
      sink.becomeWritable();
      await("it waits again", () -> transfer.state() == waitingForPeer() && sink.waits() > 0);
      pass(Downloads.STALL.dividedBy(40));
    }
    awaitEnd(sink, Outcome.STALLED);
  }

  @Test
  void givesNobodyUpWhoTakesAByteNowAndThen() {
    Transfer transfer = beginStuck();
    ScriptedSink sink = sinks.get(0);
    for (int i = 0; i < 20; i++) {
      sink.thenTake(1).thenFull();
      sink.becomeWritable();
      int taken = 8 + i;
      await("a byte more", () -> transfer.taken() == taken && sink.waits() > 0);
      awaitState(transfer, waitingForPeer());
      pass(Downloads.STALL.minusNanos(1));
    }
    assertThat(sink.ends()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Outcome.class, mode = Mode.EXCLUDE, names = "COMPLETED")
  void endsAtOnceWhileItWaitsForItsPeer(Outcome outcome) {
    Transfer transfer = beginStuck();
    assertThat(transfer.end(outcome)).isTrue();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(transfer.end(Outcome.CANCELLED)).isFalse();
    awaitEnd(sinks.get(0), outcome);
    sinks.get(0).becomeWritable();
    awaitIdleWorkers();
  }

  @Test
  void endsSoonWhileItSends() {
    ScriptedSink sink = sink();
    Path file = downloads.file("f", 100);
    Transfer transfer = make(sink, file, algorithm(0));
    sink.then(
        offered -> {
          assertThat(transfer.end(Outcome.CANCELLED)).isTrue();
          return 1;
        });
    submit(transfer);
    awaitEnd(sink, Outcome.CANCELLED);
    assertThat(sink.received()).as("no call after that").hasSize(1);
  }

  @Test
  void endsBeforeItsFirstTurn() {
    holdAllWorkers();
    ScriptedSink sink = sink();
    Transfer transfer = begin(sink, 100, 0);
    assertThat(transfer.end(Outcome.CANCELLED)).isTrue();
    releaseWorkers();
    awaitEnd(sink, Outcome.CANCELLED);
    awaitIdleWorkers();
    assertThat(sink.received()).isEmpty();
  }

  @Test
  void endsWhileItWaitsForItsRate() {
    downloads.limitRate(40);
    ScriptedSink sink = sink();
    Transfer transfer = begin(sink, 100, 0);
    awaitState(transfer, TransferState.WAITING_RATE);
    awaitIdleWorkers();
    assertThat(transfer.end(Outcome.CANCELLED)).isTrue();
    awaitEnd(sink, Outcome.CANCELLED);
  }

  @Test
  void endsWhenTheServerStops() {
    beginStuck();
    beginStuck();
    scheduler.close();
    sinks.forEach(sink -> awaitEnd(sink, Outcome.SHUTDOWN));
    awaitIdleWorkers();
  }

  @Test
  void noticesThatTheConnectionBrokeWhileItWaited() {
    beginStuck();
    ScriptedSink sink = sinks.get(0);
    sink.thenFail();
    sink.becomeWritable();
    awaitEnd(sink, Outcome.CLIENT_ABORTED);
  }

  @Test
  void noticesThatTheFileShrankWhileItWaited() throws IOException {
    beginStuck();
    try (FileChannel file = FileChannel.open(temp.resolve("file-100"), StandardOpenOption.WRITE)) {
      file.truncate(50);
    }
    sinks.get(0).becomeWritable();
    awaitEnd(sinks.get(0), Outcome.CHANGED);
  }

  /**
   * As many slow clients as workers: an algorithm that does not block keeps all workers free for
   * others.
   */
  @Test
  void holdsAWorkerForAFullPeerOnlyIfItBlocks() {
    List<Transfer> slow = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      slow.add(beginStuck());
    }
    ScriptedSink fast = sink();
    begin(fast, 1000, 0);
    if (blocks()) {
      assertThat(busyWorkers()).isEqualTo(WORKERS);
      assertThat(fast.calls()).isZero();
      slow.get(0).end(Outcome.CANCELLED);
    }
    awaitEnd(fast, Outcome.COMPLETED);
  }
}
