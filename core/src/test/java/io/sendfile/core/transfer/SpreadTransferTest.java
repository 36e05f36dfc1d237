package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A transfer with a rate of its own, whose kernel spreads what it takes. */
class SpreadTransferTest extends SchedulerFixture {
  private static final Duration SLICE = Duration.ofMillis(501);

  private final SpreadingSink sink = new SpreadingSink();

  private Transfer begin(int length, long bytesPerSecond) {
    sinks.add(sink);
    downloads.limitRate(bytesPerSecond);
    Transfer transfer = transfer(sink, length, 0);
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  private void pass(Duration time) {
    timer.advance(time);
    workers.runAll();
  }

  @Test
  void sendsSlicesOfHalfASecond() {
    Transfer transfer = begin(1000, 400);
    assertThat(sink.paces()).containsExactly(400L);
    assertThat(transfer.taken()).isEqualTo(200);
    pass(SLICE);
    assertThat(transfer.taken()).isEqualTo(400);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
  }

  @Test
  void kernelIsFreeAgainWhenItHasSpreadTheLastSlice() {
    begin(300, 400);
    pass(SLICE);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
    pass(Duration.ofMillis(200));
    assertThat(sink.paces()).containsExactly(400L);
    pass(Duration.ofMillis(51));
    assertThat(sink.paces()).containsExactly(400L, 0L);
  }

  /** The last slice then goes out as fast as the peer takes it. */
  @Test
  void timerThatFailsAtTheEndLeavesNothingBehind() {
    begin(300, 400);
    timer.advance(Duration.ofMillis(501));
    timer.failOnce();
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.usage().active()).isZero();
    assertThat(sink.paces()).containsExactly(400L, 0L);
  }

  @Test
  void anotherRateIsToldAtOnce() {
    Transfer transfer = begin(10_000, 400);
    transfer.limit(1000);
    workers.runAll();
    assertThat(sink.paces()).containsExactly(400L, 1000L);
    assertThat(transfer.taken()).isEqualTo(700);
  }

  @Test
  void noneFreesTheKernelAtOnce() {
    Transfer transfer = begin(1000, 400);
    transfer.limit(0);
    workers.runAll();
    assertThat(sink.paces()).containsExactly(400L, 0L);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void sharedRatesHoldBesideItsOwn() {
    downloads.share(new SharedRates(400, 0, clock, timer));
    Transfer transfer = begin(1000, 4000);
    assertThat(transfer.taken()).as("a slice of the shared rate").isEqualTo(100);
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).isEqualTo(200);
  }

  @Test
  void transferWithoutARateOfItsOwnTellsTheKernelNothing() {
    downloads.share(new SharedRates(400, 0, clock, timer));
    begin(150, 0);
    pass(SLICE);
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(sink.paces()).isEmpty();
  }
}
