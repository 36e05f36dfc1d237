package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits are 2 active and 2 waiting here. */
class AdmissionTest extends SchedulerFixture {
  @Test
  void startsThenWaitsThenRejects() {
    assertThat(List.of(scheduler.admit(Downloads.CLAIM), scheduler.admit(Downloads.CLAIM)))
        .containsOnly(Admission.START);
    assertThat(List.of(scheduler.admit(Downloads.CLAIM), scheduler.admit(Downloads.CLAIM)))
        .containsOnly(Admission.WAIT);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.REJECT);
    assertThat(scheduler.usage().active()).isEqualTo(2);
    assertThat(scheduler.usage().waiting()).isEqualTo(2);
    giveBack(Admission.START, Admission.START, Admission.WAIT, Admission.WAIT);
  }

  private void giveBack(Admission... places) {
    for (Admission place : places) {
      scheduler.leave(place, Downloads.CLAIM);
    }
  }

  @Test
  void placeThatIsLeftCanBeTakenAgain() {
    scheduler.leave(scheduler.admit(Downloads.CLAIM), Downloads.CLAIM);
    assertThat(scheduler.usage().active()).isZero();
    fill();
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.REJECT);
  }

  @Test
  void waitingTransfersStartInOrderAsOthersEnd() {
    List<Transfer> all = fill();
    assertThat(sinks.get(2).waits()).as("no turn while waiting").isZero();
    all.get(1).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(states(all))
        .containsExactly(
            TransferState.WAITING_PEER,
            TransferState.FINISHED,
            TransferState.WAITING_PEER,
            TransferState.QUEUED);
    all.get(0).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(states(all))
        .containsExactly(
            TransferState.FINISHED,
            TransferState.FINISHED,
            TransferState.WAITING_PEER,
            TransferState.WAITING_PEER);
    assertThat(scheduler.usage().waiting()).isZero();
  }

  @Test
  void reservedPlaceThatIsLeftGoesToTheNextInTheQueue() {
    submitStuck();
    Admission reserved = scheduler.admit(Downloads.CLAIM);
    Transfer waiting = transfer(sink().otherwise(offered -> 0), 100, 0);
    assertThat(submit(waiting)).isEqualTo(Admission.WAIT);
    scheduler.leave(reserved, Downloads.CLAIM);
    workers.runAll();
    assertThat(waiting.state()).isEqualTo(TransferState.WAITING_PEER);
    assertThat(scheduler.usage().waiting()).isZero();
  }

  @Test
  void placeThatIsFreedBeforeTheTransferQueuesIsTakenAtOnce() {
    Transfer first = submitStuck();
    submitStuck();
    Admission wait = scheduler.admit(Downloads.CLAIM);
    assertThat(wait).isEqualTo(Admission.WAIT);
    first.end(Outcome.CANCELLED);
    Transfer late = transfer(sink().otherwise(offered -> 0), 100, 0);
    scheduler.submit(late, wait);
    workers.runAll();
    assertThat(late.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void waitingTransferThatEndsFreesItsPlace() {
    List<Transfer> all = fill();
    all.get(2).end(Outcome.CLIENT_ABORTED);
    assertThat(scheduler.usage().waiting()).isEqualTo(1);
    assertThat(submit(transfer(sink(), 10, 0))).isEqualTo(Admission.WAIT);
    all.get(0).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(all.get(3).state()).as("next in the queue").isEqualTo(TransferState.WAITING_PEER);
  }

  /** A lack of places is not the client's fault. */
  @Test
  void waitingForAPlaceIsNoStall() {
    List<Transfer> all = fill();
    clock.advance(Downloads.STALL.multipliedBy(10));
    all.get(3).tick();
    assertThat(all.get(3).state()).isEqualTo(TransferState.QUEUED);
    all.get(0).end(Outcome.CANCELLED);
    all.get(1).end(Outcome.CANCELLED);
    workers.runAll();
    all.get(3).tick();
    assertThat(all.get(3).state()).isEqualTo(TransferState.WAITING_PEER);
  }

  @Test
  void raisedLimitStartsWhatWaitsAtOnce() {
    List<Transfer> all = fill();
    scheduler.limits(new Limits(4, 1));
    workers.runAll();
    assertThat(states(all)).containsOnly(TransferState.WAITING_PEER);
    assertThat(scheduler.usage().active()).isEqualTo(4);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.WAIT);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.REJECT);
    scheduler.leave(Admission.WAIT, Downloads.CLAIM);
  }

  @Test
  void loweredLimitEndsNobodyButHoldsNewOnesBack() {
    List<Transfer> all = fill();
    scheduler.limits(new Limits(1, 2));
    assertThat(states(all)).doesNotContain(TransferState.FINISHED);
    all.get(0).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(all.get(2).state()).as("one still runs").isEqualTo(TransferState.QUEUED);
    all.get(1).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(all.get(2).state()).isEqualTo(TransferState.WAITING_PEER);
    assertThat(scheduler.usage().active()).isEqualTo(1);
  }

  @Test
  void turnsGoRoundFirstComeFirstServed() {
    List<String> turns = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      submit(
          transfer(
              sink()
                  .otherwise(
                      offered -> {
                        turns.add(name);
                        return offered;
                      }),
              30,
              10));
    }
    workers.runAll();
    assertThat(turns).containsExactly("a", "b", "a", "b", "a", "b");
    assertThat(Figure.BURSTS.of(counters.snapshot())).isEqualTo(6);
  }

  @Test
  void runAtOnceNeedsNoWorkerAndNoPlace() {
    fill();
    Transfer small = transfer(sink(), 10, 0);
    scheduler.runAtOnce(small);
    assertThat(small.state()).isEqualTo(TransferState.FINISHED);
    assertThat(scheduler.transfers()).hasSize(4);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void runAtOnceThatDoesNotEndAtOnceIsWatchedOutsideTheLimits() {
    ScriptedSink sink = sink().thenFull();
    Transfer small = transfer(sink, 10, 0);
    scheduler.runAtOnce(small);
    assertThat(scheduler.transfers()).containsExactly(small);
    assertThat(scheduler.usage().active()).isZero();
    clock.advance(Duration.ofSeconds(1));
    sink.becomeWritable();
    workers.runAll();
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(scheduler.usage().active()).isZero();
  }

  @Test
  void smallTransferThatStallsIsEndedLikeAnyOther() {
    Transfer small = transfer(sink().otherwise(offered -> 0), 10, 0);
    scheduler.runAtOnce(small);
    clock.advance(Downloads.STALL);
    scheduler.tick();
    workers.runAll();
    scheduler.tick();
    assertThat(ended(Outcome.STALLED)).isEqualTo(1);
  }

  @Test
  void peerThatVanishesUnnoticedEndsItsTransferAtTheNextLook() {
    ScriptedSink sink = sink().otherwise(offered -> 0);
    scheduler.runAtOnce(transfer(sink, 10, 0));
    sink.vanish();
    scheduler.tick();
    assertThat(ended(Outcome.CLIENT_ABORTED)).isEqualTo(1);
    assertThat(scheduler.transfers()).isEmpty();
  }

  @Test
  void closingEndsAllAndAdmitsNone() {
    List<Transfer> all = fill();
    scheduler.close();
    assertThat(states(all)).containsOnly(TransferState.FINISHED);
    assertThat(ended(Outcome.SHUTDOWN)).isEqualTo(4);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.REJECT);
    assertThat(scheduler.usage().active() + scheduler.usage().waiting()).isZero();
  }

  @Test
  void transferAdmittedBeforeAndSubmittedAfterClosingIsEnded() {
    Admission start = scheduler.admit(Downloads.CLAIM);
    scheduler.admit(Downloads.CLAIM);
    Admission wait = scheduler.admit(Downloads.CLAIM);
    scheduler.close();
    scheduler.submit(transfer(sink(), 10, 0), start);
    scheduler.submit(transfer(sink(), 11, 0), wait);
    scheduler.leave(Admission.START, Downloads.CLAIM);
    assertThat(sinks).allSatisfy(sink -> assertThat(sink.ends()).containsExactly(Outcome.SHUTDOWN));
    assertThat(workers.size()).isZero();
  }

  @Test
  void workersThatRejectEndTheTransferWithShutdown() {
    List<Transfer> all = fill();
    workers.reject();
    sinks.get(0).becomeWritable();
    assertThat(states(all))
        .as("the next ones get no turn either")
        .containsOnlyOnce(TransferState.WAITING_PEER);
    sinks.get(1).becomeWritable();
    assertThat(states(all)).containsOnly(TransferState.FINISHED);
    assertThat(ended(Outcome.SHUTDOWN)).isEqualTo(4);
  }

  /** Two stuck transfers, two waiting ones. */
  private List<Transfer> fill() {
    return List.of(submitStuck(), submitStuck(), submitStuck(), submitStuck());
  }

  private static List<TransferState> states(List<Transfer> transfers) {
    return transfers.stream().map(Transfer::state).toList();
  }
}
