package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Change of a running transfer's rate, and of the rates that it shares. */
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
  void timeOfACallThatHangsSavesNoMoreThanABucket() {
    downloads.limitRate(400);
    ScriptedSink hangs = sink();
    hangs.then(
        offered -> {
          clock.advance(Duration.ofMinutes(1));
          return offered;
        });
    Transfer transfer = transfer(hangs, 1000, 0);
    submit(transfer);
    workers.runAll();
    assertThat(transfer.taken()).as("a slice before, and a bucket").isEqualTo(200);
    pass(Duration.ofMillis(1));
    assertThat(transfer.taken()).isEqualTo(200);
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

  private void passASecond() {
    for (int i = 0; i < 4; i++) {
      pass(Duration.ofMillis(251));
    }
  }

  @Test
  void timeLeftIsThatAtALowerRateAtOnce() {
    Transfer transfer = begin(100_000, 40_000);
    passASecond();
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
    passASecond();
    assertThat(transfer.taken()).isEqualTo(500);
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(2));
    transfer.limit(90);
    assertThat(transfer.snapshot(scheduler.usage()).remaining()).contains(Duration.ofSeconds(6));
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

  private static long taken(Transfer... transfers) {
    return Stream.of(transfers).mapToLong(Transfer::taken).sum();
  }

  private void change(SharedRates shared, long total, long client) {
    if (shared.change(total, client)) {
      scheduler.ratesChanged();
      workers.runAll();
    }
  }

  private void passSeconds(int seconds) {
    for (int i = 0; i < 40 * seconds; i++) {
      pass(Duration.ofMillis(25));
    }
  }

  @ParameterizedTest
  @CsvSource({"40000, 0, 400, 0", "0, 40000, 0, 400", "40000, 40000, 40000, 400"})
  void lowerSharedRateHoldsForThoseThatRun(long total, long client, long newTotal, long newClient) {
    SharedRates shared = new SharedRates(total, client, clock, timer);
    downloads.share(shared);
    Transfer one = begin(1_000_000, 0);
    Transfer other = begin(1_000_001, 0);
    passSeconds(1);
    long before = taken(one, other);
    assertThat(before).isBetween(39_000L, 50_000L);
    change(shared, newTotal, newClient);
    assertThat(taken(one, other)).as("there is nothing saved up").isEqualTo(before);
    passSeconds(1);
    assertThat(taken(one, other) - before).isBetween(200L, 400L);
    passSeconds(10);
    assertThat(taken(one, other) - before).isBetween(4_000L, 4_400L);
  }

  @Test
  void firstSharedRateHoldsForThoseThatRun() {
    SharedRates shared = new SharedRates(0, 0, clock, timer);
    downloads.share(shared);
    ScriptedSink slow = sink().otherwise(offered -> 0);
    Transfer transfer = transfer(slow, 100_000, 0);
    submit(transfer);
    workers.runAll();
    change(shared, 400, 0);
    slow.otherwise(offered -> offered).becomeWritable();
    workers.runAll();
    passSeconds(1);
    assertThat(transfer.taken()).isBetween(200L, 400L);
  }

  @ParameterizedTest
  @CsvSource({"4, 0", "0, 4"})
  void noSharedRateLetsWaitingTransfersGoAtOnce(long total, long client) {
    SharedRates shared = new SharedRates(total, client, clock, timer);
    downloads.share(shared);
    Transfer transfer = begin(1000, 0);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    change(shared, 0, 0);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void sharedRateThatOftenChangesIsNoHigher() {
    SharedRates shared = new SharedRates(400, 4000, clock, timer);
    downloads.share(shared);
    Transfer transfer = begin(100_000, 0);
    for (int i = 0; i < 10; i++) {
      passSeconds(1);
      change(shared, 400 + i % 2, 4000 + i % 3);
    }
    assertThat(transfer.taken()).isBetween(2_500L, 4_200L);
  }

  @Test
  void ownRateStaysAsSharedOnesChange() {
    SharedRates shared = new SharedRates(40_000, 0, clock, timer);
    downloads.share(shared);
    Transfer transfer = begin(100_000, 400);
    for (int i = 0; i < 40; i++) {
      pass(Duration.ofMillis(25));
      change(shared, 40_000 + i, 0);
    }
    assertThat(transfer.taken()).isBetween(200L, 500L);
    assertThat(transfer.snapshot(scheduler.usage()).limit()).isEqualTo(400);
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
