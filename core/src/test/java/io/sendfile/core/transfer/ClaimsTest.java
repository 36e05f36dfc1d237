package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * 100 bytes in all, 94 for newcomers, 2 transfers per connection, 4 transfers and 80 bytes per
 * client, a queue of one.
 */
class ClaimsTest extends SchedulerFixture {
  private static final Claim FORTY = new Claim("client", 40);
  private static final Claim OTHERS_FORTY = new Claim("other", 40);
  private static final Claim STREAM = new Claim("client", "connection", 2, 10, 0);

  @BeforeEach
  void limit() {
    scheduler.limits(new Limits(50, 1, 100, 4, 80));
  }

  @AfterEach
  void nothingIsClaimed() {
    scheduler.close();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  private Transfer stuck(Claim claim) {
    return stuck(claim, sink());
  }

  private Transfer stuck(Claim claim, ScriptedSink sink) {
    downloads.claim(claim);
    Transfer transfer = transfer(sink.otherwise(offered -> 0), 100, 0);
    Admission admission = scheduler.admit(claim);
    assertThat(admission.refused()).isFalse();
    scheduler.submit(transfer, admission);
    workers.runAll();
    return transfer;
  }

  @Test
  void newcomersWaitForMemoryThenAreRefused() {
    Transfer first = stuck(FORTY);
    stuck(OTHERS_FORTY);
    Transfer waiting = stuck(OTHERS_FORTY);
    assertThat(waiting.state()).isEqualTo(TransferState.QUEUED);
    assertThat(scheduler.usage().heldBytes()).isEqualTo(80);
    assertThat(scheduler.admit(new Claim("third", 40))).isEqualTo(Admission.BUFFERS_FULL);
    first.end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(waiting.state()).isEqualTo(TransferState.WAITING_PEER);
    assertThat(scheduler.usage().heldBytes()).isEqualTo(80);
  }

  @Test
  void moreMemoryStartsWhatWaits() {
    stuck(FORTY);
    stuck(OTHERS_FORTY);
    Transfer waiting = stuck(OTHERS_FORTY);
    scheduler.limits(new Limits(50, 1));
    workers.runAll();
    assertThat(waiting.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void oneThatIsLargerThanAllMemoryIsSentAlone() {
    Transfer large = stuck(new Claim("client", 1000));
    assertThat(large.state()).isEqualTo(TransferState.WAITING_PEER);
    assertThat(stuck(OTHERS_FORTY).state()).isEqualTo(TransferState.QUEUED);
  }

  @Test
  void clientIsRefusedBeyondItsShareOfMemoryAndOthersAreNot() {
    stuck(FORTY);
    stuck(FORTY);
    assertThat(scheduler.admit(STREAM)).isEqualTo(Admission.CLIENT_FULL);
    assertThat(stuck(new Claim("other", 10)).state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void clientIsRefusedBeyondItsNumberUntilOneEnds() {
    Claim nothing = new Claim("client", 0);
    List<Transfer> four = List.of(stuck(nothing), stuck(nothing), stuck(nothing), stuck(nothing));
    assertThat(scheduler.admit(nothing)).isEqualTo(Admission.CLIENT_FULL);
    four.get(2).end(Outcome.CLIENT_ABORTED);
    assertThat(stuck(nothing).state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void connectionIsRefusedBeyondItsNumberAndOthersOfItsClientAreNot() {
    stuck(STREAM);
    stuck(STREAM);
    assertThat(scheduler.admit(STREAM)).isEqualTo(Admission.CONNECTION_FULL);
    assertThat(stuck(new Claim("client", "another", 2, 10, 0)).state())
        .isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void placeThatIsGivenBackGivesItsClaimBack() {
    Admission start = scheduler.admit(FORTY);
    scheduler.leave(start, FORTY);
    assertThat(scheduler.usage().heldBytes()).isZero();
    stuck(FORTY);
    stuck(FORTY);
  }

  @Test
  void smallOnesAreLookedAtOnlyWhenHalfOfTheMemoryIsHeld() {
    Claim small = new Claim("client", "connection", 2, 10, 0);
    stuck(STREAM);
    stuck(STREAM);
    assertThat(scheduler.mayRunAtOnce(small)).isEqualTo(Admission.START);
    stuck(OTHERS_FORTY);
    assertThat(scheduler.mayRunAtOnce(small)).isEqualTo(Admission.CONNECTION_FULL);
    assertThat(scheduler.mayRunAtOnce(new Claim("third", 50))).isEqualTo(Admission.BUFFERS_FULL);
    assertThat(scheduler.mayRunAtOnce(new Claim("third", 30))).isEqualTo(Admission.START);
  }

  @Test
  void smallOneThatDoesNotEndAtOnceHoldsItsClaimUntilItEnds() {
    downloads.claim(FORTY);
    Transfer small = transfer(sink().otherwise(offered -> 0), 10, 0);
    scheduler.runAtOnce(small);
    assertThat(scheduler.usage().heldBytes()).isEqualTo(40);
    small.end(Outcome.CANCELLED);
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void smallOnesThatDoNotEndAtOnceCountForTheirClient() {
    Claim small = new Claim("client", 1);
    downloads.claim(small);
    List<Transfer> stuck = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      stuck.add(transfer(sink().otherwise(offered -> 0), 10, 0));
      scheduler.runAtOnce(stuck.get(i));
    }
    assertThat(scheduler.admit(small)).isEqualTo(Admission.CLIENT_FULL);
    stuck.get(0).end(Outcome.CANCELLED);
    Admission admission = scheduler.admit(small);
    assertThat(admission).isEqualTo(Admission.START);
    scheduler.leave(admission, small);
  }

  /** A transfer that has ended and left bytes with its connection. */
  private ScriptedSink ended(Claim claim) {
    ScriptedSink sink = sink();
    Transfer transfer = stuck(claim, sink);
    sink.linger(true);
    transfer.end(Outcome.CLIENT_ABORTED);
    return sink;
  }

  @Test
  void bytesThatAreLeftKeepTheClaimButNotThePlaceUntilTheyAreGone() {
    ScriptedSink sink = ended(FORTY);
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isEqualTo(40);
    assertThat(scheduler.usage().active()).isZero();
    assertThat(scheduler.transfers()).isEmpty();
    sink.linger(false);
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isZero();
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void whatWaitsForTheirMemoryStartsWhenTheyAreGone() {
    ScriptedSink sink = ended(FORTY);
    stuck(OTHERS_FORTY);
    Transfer waiting = stuck(OTHERS_FORTY);
    assertThat(waiting.state()).isEqualTo(TransferState.QUEUED);
    sink.linger(false);
    scheduler.tick();
    workers.runAll();
    assertThat(waiting.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void newcomerIsRefusedOnlyWhileTheyAreThere() {
    ScriptedSink sink = ended(STREAM);
    ended(STREAM);
    assertThat(scheduler.admit(STREAM)).isEqualTo(Admission.CONNECTION_FULL);
    sink.linger(false);
    assertThat(stuck(STREAM).state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void peerThatTakesNoneOfThemForTheStallTimeoutIsGivenUp() {
    ScriptedSink sink = ended(FORTY);
    clock.advance(Downloads.STALL.minusMillis(1));
    scheduler.tick();
    scheduler.tick();
    assertThat(sink.givenUp()).isZero();
    sink.takeBefore(1);
    scheduler.tick();
    clock.advance(Downloads.STALL.minusMillis(1));
    scheduler.tick();
    scheduler.tick();
    assertThat(sink.givenUp()).isZero();
    clock.advance(Downloads.STALL);
    scheduler.tick();
    scheduler.tick();
    assertThat(sink.givenUp()).isEqualTo(1);
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  /** Bytes that it took of others came after them. */
  @Test
  void peerThatTakesBytesOfOtherStreamsIsNotGivenUp() {
    ScriptedSink sink = ended(FORTY);
    for (int i = 0; i < 3; i++) {
      clock.advance(Downloads.STALL.minusMillis(1));
      sink.othersTook(1);
      scheduler.tick();
      scheduler.tick();
    }
    assertThat(sink.givenUp()).isZero();
  }

  @Test
  void completedTransferIsNotAskedForThem() {
    ScriptedSink sink = sink();
    sink.linger(true);
    downloads.claim(FORTY);
    scheduler.submit(transfer(sink, 100, 0), scheduler.admit(FORTY));
    workers.runAll();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void oneThatNeverBeganLeavesNothing() {
    stuck(FORTY);
    stuck(OTHERS_FORTY);
    ended(OTHERS_FORTY);
    assertThat(scheduler.usage().heldBytes()).isEqualTo(80);
  }

  @Test
  void stopOfTheServerLeavesNoClaim() {
    ended(FORTY);
    scheduler.close();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void allConnectionsOfAnAddressAreOneClient() {
    assertThat(Claim.address(new InetSocketAddress("192.0.2.1", 1)))
        .isEqualTo(Claim.address(new InetSocketAddress("192.0.2.1", 2)))
        .isNotEqualTo(Claim.address(new InetSocketAddress("192.0.2.2", 1)));
  }

  @Test
  void smallOneThatFillsHalfOfTheMemoryIsNotLookedAt() {
    stuck(STREAM);
    stuck(STREAM);
    assertThat(scheduler.mayRunAtOnce(new Claim("client", "connection", 2, 30, 0)))
        .isEqualTo(Admission.START);
    assertThat(scheduler.mayRunAtOnce(new Claim("client", "connection", 2, 31, 0)))
        .isEqualTo(Admission.CONNECTION_FULL);
  }

  @Test
  void transferEndedByTheStopOfTheServerKeepsNoClaim() {
    ScriptedSink sink = sink();
    stuck(FORTY, sink);
    sink.linger(true);
    scheduler.close();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }
}
