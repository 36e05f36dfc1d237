package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A stop that lets running transfers finish. */
class DrainTest extends SchedulerFixture {
  @Test
  void isDoneAtOnceWhenNothingRuns() {
    assertThat(scheduler.refuseNew(Admission.DRAINING)).isDone();
  }

  @Test
  void refusesNewTransfersAndIsDoneWhenTheLastHasGone() {
    List<Transfer> all = List.of(submitStuck(), submitStuck(), submitStuck());
    Future<?> drained = scheduler.refuseNew(Admission.DRAINING);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.DRAINING);
    assertThat(scheduler.refusing()).isEqualTo(Admission.DRAINING);
    all.get(0).end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(all.get(2).state()).as("who waits may start").isNotEqualTo(TransferState.QUEUED);
    all.get(1).end(Outcome.CANCELLED);
    assertThat(drained).isNotDone();
    all.get(2).end(Outcome.CANCELLED);
    assertThat(drained).isDone();
  }

  @Test
  void waitsForPlacesThatAreReservedOnly() {
    Admission reserved = scheduler.admit(Downloads.CLAIM);
    Future<?> drained = scheduler.refuseNew(Admission.DRAINING);
    assertThat(drained).isNotDone();
    scheduler.leave(reserved, Downloads.CLAIM);
    assertThat(drained).isDone();
  }

  @Test
  void waitsForSmallTransfersOutsideTheLimits() {
    ScriptedSink sink = sink().thenFull();
    scheduler.runAtOnce(transfer(sink, 10, 0));
    Future<?> drained = scheduler.refuseNew(Admission.DRAINING);
    assertThat(drained).isNotDone();
    sink.becomeWritable();
    workers.runAll();
    assertThat(drained).isDone();
  }

  @Test
  void isStillDoneForThoseThatWaitedBeforeItsReasonChanged() {
    Transfer last = submitStuck();
    Future<?> drained = scheduler.refuseNew(Admission.DRAINING);
    Future<?> stopped = scheduler.refuseNew(Admission.STOPPING);
    assertThat(scheduler.refusing()).isEqualTo(Admission.STOPPING);
    last.end(Outcome.CANCELLED);
    assertThat(drained).isDone();
    assertThat(stopped).isDone();
  }

  @Test
  void waitsAgainForSmallTransfersThatCameAfterTheLastHadGone() {
    assertThat(scheduler.refuseNew(Admission.DRAINING)).isDone();
    ScriptedSink sink = sink().thenFull();
    scheduler.runAtOnce(transfer(sink, 10, 0));
    Future<?> stopped = scheduler.refuseNew(Admission.STOPPING);
    assertThat(stopped).isNotDone();
    sink.becomeWritable();
    workers.runAll();
    assertThat(stopped).isDone();
  }

  @Test
  void nobodyWaitsBeyondAResumption() {
    submitStuck();
    Future<?> drained = scheduler.refuseNew(Admission.DRAINING);
    scheduler.resume();
    assertThat(drained).isDone();
  }

  @Test
  void admitsAgainAfterwards() {
    scheduler.refuseNew(Admission.DRAINING);
    scheduler.resume();
    assertThat(scheduler.refusing()).isNull();
    scheduler.leave(scheduler.admit(Downloads.CLAIM), Downloads.CLAIM);
    assertThat(scheduler.refuseNew(Admission.DRAINING)).isDone();
  }
}
