package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Change of a running transfer's rate. */
class RateOfRunningTransferTest extends SchedulerFixture {
  private Transfer begin(int length, long bytesPerSecond) {
    downloads.limitRate(bytesPerSecond);
    Transfer transfer = transfer(sink(), length, 0);
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  private void pass(Duration time) {
    timer.advance(time);
    workers.runAll();
  }

  @Test
  void noneLetsAWaitingTransferGoAtOnce() {
    Transfer transfer = begin(1000, 4);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    transfer.limit(0);
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void lowerOneHoldsFromTheNextSliceOn() {
    Transfer transfer = begin(100_000, 40_000);
    assertThat(transfer.taken()).isEqualTo(10_000);
    transfer.limit(400);
    workers.runAll();
    assertThat(transfer.taken()).as("a quarter of a second's worth at once").isEqualTo(10_100);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    assertThat(transfer.snapshot(scheduler.usage()).limit()).isEqualTo(400);
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).isEqualTo(10_200);
  }

  @Test
  void higherOneShortensTheWait() {
    Transfer transfer = begin(1000, 4);
    transfer.limit(400);
    workers.runAll();
    assertThat(transfer.taken()).isEqualTo(101);
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).isEqualTo(201);
  }

  @Test
  void timeLeftIsThatAtALowerRateAtOnce() {
    Transfer transfer = begin(100_000, 40_000);
    pass(Duration.ofMillis(251));
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(2));
    long left = 100_000 - transfer.taken();
    transfer.limit(400);
    assertThat(transfer.snapshot(scheduler.usage()).bytesPerSecond()).isGreaterThan(400);
    assertThat(transfer.snapshot(scheduler.usage()).remaining())
        .contains(Duration.ofSeconds((left + 399) / 400));
    transfer.limit(0);
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(2));
  }

  @Test
  void timeLeftIsNoShorterThanSharedRatesAllow() {
    downloads.share(new SharedRates(400, 500, clock, timer));
    Transfer transfer = begin(1000, 0);
    assertThat(transfer.taken()).isEqualTo(100);
    clock.advance(Duration.ofMillis(1));
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(3));
    transfer.limit(90);
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(10));
  }

  @Test
  void ratesSharedWithOthersHoldAsBefore() {
    SharedRates shared = new SharedRates(400, 0, clock, timer);
    downloads.share(shared);
    Transfer transfer = begin(1000, 4);
    assertThat(transfer.taken()).isEqualTo(1);
    transfer.limit(0);
    pass(Duration.ofMillis(3));
    assertThat(transfer.taken()).as("a slice of the shared rate").isEqualTo(101);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
  }

  @Test
  void whatTheOldRateHadReservedIsTheOthers() {
    SharedRates shared = new SharedRates(0, 400, clock, timer);
    downloads.share(shared);
    Transfer transfer = begin(1000, 0);
    assertThat(transfer.taken()).isEqualTo(100);
    for (int i = 0; i < 50; i++) {
      transfer.limit(1_000_000 + i);
      workers.runAll();
    }
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).as("no reservation is lost").isEqualTo(200);
    transfer.end(Outcome.CANCELLED);
    clock.advance(Duration.ofSeconds(10));
    shared.sweep(clock.getAsLong());
    assertThat(shared.clients()).isZero();
  }

  @Test
  void isLateForOneThatHasFinished() {
    Transfer transfer = begin(10, 0);
    transfer.limit(1);
    workers.runAll();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void isSeenWhenItComesWhileTheTransferSends() {
    downloads.limitRate(4);
    ScriptedSink sink = sink();
    Transfer[] transfer = new Transfer[1];
    sink.otherwise(
        offered -> {
          transfer[0].limit(0);
          return offered;
        });
    transfer[0] = transfer(sink, 1000, 0);
    submit(transfer[0]);
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }
}
