package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A peer without progress for the stall timeout is given up; a slow one is not. */
class StallTimeoutTest extends SchedulerFixture {
  private static final Duration ALMOST = Downloads.STALL.minusNanos(1);

  private void passTime(Duration time) {
    clock.advance(time);
    scheduler.tick();
    workers.runAll();
  }

  @Test
  void endsAPeerThatTakesNothing() {
    Transfer transfer = submitStuck();
    passTime(ALMOST);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    passTime(Duration.ofNanos(1));
    assertThat(transfer.state()).as("last chance, in vain").isEqualTo(TransferState.WAITING_PEER);
    passTime(Duration.ofMillis(250));
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(sinks.get(0).ends()).containsExactly(Outcome.STALLED);
  }

  /** The kernel reports a socket writable late, but takes single bytes before. */
  @Test
  void byteTakenInTheLastChanceBuysTheWholeTimeout() {
    Transfer transfer = submitStuck();
    ScriptedSink sink = sinks.get(0).thenTake(1).thenFull();
    passTime(Downloads.STALL);
    assertThat(sink.received()).hasSize(1);
    passTime(Duration.ofMillis(250));
    passTime(ALMOST);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    passTime(Duration.ofNanos(1));
    passTime(Duration.ofMillis(250));
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void slowPeerIsNotAStalledOne() {
    Transfer transfer = submitStuck();
    ScriptedSink sink = sinks.get(0);
    for (int i = 1; i <= 99; i++) {
      sink.thenTake(1).thenFull();
      sink.becomeWritable();
      passTime(ALMOST);
      passTime(Duration.ZERO);
      assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    }
    assertThat(sink.received()).hasSize(99);
  }

  /** As over TLS, where the next record goes out only when a third of the buffer is free. */
  @Test
  void peerThatAcknowledgesIsNotAStalledOne() {
    Transfer transfer = submitStuck();
    for (int i = 0; i < 50; i++) {
      sinks.get(0).acknowledged(new Acknowledged(i, 1000, false));
      passTime(ALMOST);
      assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    }
    passTime(ALMOST);
    passTime(Duration.ofNanos(1));
    passTime(Duration.ofMillis(250));
    assertThat(sinks.get(0).ends()).containsExactly(Outcome.STALLED);
  }

  /** Progress is a byte taken by the kernel, not one put in a buffer. */
  @Test
  void buffersThatNobodyEmptiesAreNoProgress() {
    ScriptedSink sink = sink().buffering();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    passTime(Downloads.STALL);
    passTime(Duration.ofMillis(250));
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(sink.ends()).containsExactly(Outcome.STALLED);
  }

  @Test
  void waitingPeerIsLookedAtOnceASecond() {
    Transfer transfer = submitStuck();
    passTime(Duration.ZERO);
    sinks.get(0).vanish();
    passTime(Duration.ofMillis(999));
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    passTime(Duration.ofMillis(1));
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void zeroTimeoutWaitsForEver() {
    ScriptedSink sink = sink().otherwise(offered -> 0);
    OpenFile file = downloads.open(downloads.file("f", 10));
    Body body = new Body(file, List.of(new FileSlice(0, 10)));
    Transfer transfer =
        downloads.transfer(body, file, sink, progress -> new Burst(10, false), Duration.ZERO);
    submit(watched(sink, transfer));
    workers.runAll();
    passTime(Duration.ofDays(365));
    passTime(Duration.ofDays(365));
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void oneStalledPeerDoesNotEndAnother() {
    Transfer stalled = submitStuck();
    clock.advance(Duration.ofSeconds(30));
    Transfer younger = submitStuck();
    passTime(Duration.ofSeconds(30));
    passTime(Duration.ofMillis(250));
    assertThat(stalled.state()).isEqualTo(TransferState.FINISHED);
    assertThat(younger.state()).isEqualTo(TransferState.WAITING_PEER);
  }
}
