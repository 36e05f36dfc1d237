package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Memory of the pieces that are under way. 180 bytes in all, 169 for newcomers, 110 per client; a
 * transfer holds 10, and 40 while it sends a piece.
 */
class PiecesTest extends SchedulerFixture {
  private static final Limits LIMITS = new Limits(50, 5, 180, 50, 110);

  @BeforeEach
  void limit() {
    scheduler.limits(LIMITS);
  }

  @AfterEach
  void nothingIsClaimed() {
    scheduler.close();
    assertThat(held()).isZero();
  }

  private long held() {
    return scheduler.usage().heldBytes();
  }

  private static Claim claim(String client) {
    return new Claim(client, 10, 40);
  }

  private Transfer begin(Claim claim, ScriptedSink sink) {
    downloads.claim(claim);
    Transfer transfer = transfer(sink, 100, 0);
    Admission admission = scheduler.admit(claim);
    assertThat(admission).isEqualTo(Admission.START);
    scheduler.submit(transfer, admission);
    workers.runAll();
    return transfer;
  }

  /** A socket that announces room for a piece, but does not take it. */
  private ScriptedSink sticky() {
    return sink().buffering().thenTake(10).otherwise(offered -> 0);
  }

  private Transfer sticks(String client) {
    Transfer transfer = begin(claim(client), sticky());
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    return transfer;
  }

  /** Three pieces of three clients fill the memory, but for 30 bytes. */
  private Transfer fill() {
    Transfer first = sticks("a");
    sticks("b");
    sticks("c");
    assertThat(held()).isEqualTo(150);
    return first;
  }

  private void tick() {
    scheduler.tick();
    workers.runAll();
  }

  @Test
  void pieceIsClaimedWhileItIsSentAndNotWhileThePeerIsFull() {
    long[] sending = new long[1];
    ScriptedSink sink =
        sink()
            .then(
                offered -> {
                  sending[0] = held();
                  return 10;
                })
            .otherwise(offered -> 0);
    begin(claim("a"), sink);
    assertThat(sending[0]).isEqualTo(50);
    assertThat(held()).isEqualTo(10);
  }

  @Test
  void pieceThatTheSocketDoesNotTakeStaysClaimedUntilItIsGone() {
    Transfer transfer = sticks("a");
    ScriptedSink sink = sinks.get(0);
    assertThat(held()).isEqualTo(50);
    sink.becomeWritable();
    workers.runAll();
    assertThat(held()).as("a turn that did not help").isEqualTo(50);
    sink.drain();
    sink.becomeWritable();
    workers.runAll();
    assertThat(held()).isEqualTo(10);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void transferWaitsWhilePiecesOfOthersFillTheMemory() {
    fill();
    ScriptedSink sink = sink();
    Transfer waiting = begin(claim("d"), sink);
    tick();
    assertThat(waiting.state()).isEqualTo(TransferState.QUEUED);
    assertThat(sink.calls()).isZero();
    assertThat(held()).isEqualTo(160);
    sinks.get(0).drain();
    sinks.get(0).becomeWritable();
    workers.runAll();
    tick();
    assertThat(waiting.state()).isEqualTo(TransferState.FINISHED);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  /** The others of its connection may hold the memory it waits for. */
  @Test
  void waitForMemoryLetsTheOthersOfItsConnectionPass() {
    fill();
    List<String> calls = new ArrayList<>();
    downloads.precede(
        new TurnPriority(
            new ConnectionTurns() {
              @Override
              public void wantsTurn(Runnable turn) {
                calls.add("wants");
                turn.run();
              }

              @Override
              public void rests() {
                calls.add("rests");
              }

              @Override
              public void leaves() {}
            },
            Urgency.USUAL));
    begin(claim("d"), sink());
    assertThat(calls).containsExactly("wants", "rests");
  }

  @Test
  void endOfATransferGivesItsPieceToAnother() {
    Transfer stuck = fill();
    Transfer waiting = begin(claim("d"), sink());
    stuck.end(Outcome.CLIENT_ABORTED);
    assertThat(held()).isEqualTo(110);
    tick();
    assertThat(waiting.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void waitForMemoryEndsWhenThosePeersAreStalled() {
    fill();
    Transfer waiting = begin(claim("d"), sink());
    clock.advance(Downloads.STALL);
    tick();
    clock.advance(Downloads.STALL);
    tick();
    tick();
    assertThat(ended(Outcome.STALLED)).isEqualTo(3);
    assertThat(waiting.state()).isEqualTo(TransferState.FINISHED);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void transferThatWaitsForMemoryCanBeCancelled() {
    fill();
    Transfer waiting = begin(claim("d"), sink());
    assertThat(waiting.end(Outcome.CANCELLED)).isTrue();
    tick();
    assertThat(waiting.state()).isEqualTo(TransferState.FINISHED);
    assertThat(sinks.get(3).ends()).containsExactly(Outcome.CANCELLED);
  }

  @Test
  void piecesOfOneClientLeaveRoomForThoseOfOthers() {
    sticks("a");
    sticks("a");
    Transfer third = begin(claim("a"), sink());
    assertThat(third.state()).isEqualTo(TransferState.QUEUED);
    assertThat(begin(claim("b"), sink()).state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void onePieceFitsInAnyCase() {
    scheduler.limits(new Limits(50, 5, 30, 50, 20));
    assertThat(begin(claim("a"), sink()).state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void newcomersLeaveRoomForPieces() {
    begin(new Claim("a", "connection", 50, 100, 0), sink().otherwise(offered -> 0));
    Claim tooLarge = new Claim("b", 70);
    assertThat(scheduler.admit(tooLarge)).isEqualTo(Admission.WAIT);
    scheduler.leave(Admission.WAIT, tooLarge);
    begin(new Claim("b", 69), sink().otherwise(offered -> 0));
    assertThat(held()).isEqualTo(169);
  }

  @Test
  void newcomersThatWaitStartWhenAPieceIsGone() {
    sticks("a");
    begin(new Claim("b", 70), sink().otherwise(offered -> 0));
    Claim large = new Claim("c", 60);
    downloads.claim(large);
    Transfer waiting = transfer(sink(), 100, 0);
    scheduler.submit(waiting, scheduler.admit(large));
    assertThat(waiting.state()).isEqualTo(TransferState.QUEUED);
    tick();
    assertThat(waiting.state()).as("it has no place yet").isEqualTo(TransferState.QUEUED);
    sinks.get(0).drain();
    sinks.get(0).becomeWritable();
    workers.runAll();
    assertThat(waiting.state()).isEqualTo(TransferState.FINISHED);
  }

  /** A file that waits for its disk cannot be read, which would then be taken for the reason. */
  @Test
  void peerThatHasFailedIsMetByTheNextTurn() {
    Claim claim = claim("a");
    downloads.claim(claim);
    ScriptedSink sink = sink().failingWhenFlushed();
    scheduler.submit(transfer(sink, 100, 10), scheduler.admit(claim));
    workers.runAll();
    assertThat(sink.received()).hasSize(100);
    assertThat(ended(Outcome.CLIENT_ABORTED)).isEqualTo(1);
    assertThat(held()).isZero();
  }

  @Test
  void claimCoversAnotherThatNeedsNoMore() {
    assertThat(claim("a").covers(claim("a"))).isTrue();
    assertThat(claim("a").covers(new Claim("a", 11, 40))).isFalse();
    assertThat(claim("a").covers(new Claim("a", 10, 41))).isFalse();
  }
}
