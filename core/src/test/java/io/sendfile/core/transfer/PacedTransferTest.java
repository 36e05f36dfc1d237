package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PacedTransferTest extends SchedulerFixture {
  private Transfer transfer;

  @BeforeEach
  void submitThousandBytesAtFourHundredASecond() {
    downloads.limitRate(400);
    transfer = transfer(sink(), 1000, 0);
    assertThat(scheduler.admit(Downloads.CLAIM)).isEqualTo(Admission.START);
    scheduler.submit(transfer, Admission.START);
    workers.runAll();
  }

  @Test
  void sendsASliceAndWaitsForItsRate() {
    assertThat(transfer.taken()).isEqualTo(100);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
  }

  @Test
  void goesOnWhenItsRateAllowsMore() {
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).isEqualTo(200);
  }

  @Test
  void endsInTheTimeItsRateGives() {
    for (int i = 0; i < 9; i++) {
      assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
      pass(Duration.ofMillis(251));
    }
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void isNotStalledWhileItWaitsForItsRate() {
    clock.advance(Downloads.STALL.multipliedBy(3));
    scheduler.tick();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
  }

  @Test
  void canBeEndedWhileItWaits() {
    assertThat(transfer.end(Outcome.CANCELLED)).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.CANCELLED);
  }

  private void pass(Duration time) {
    timer.advance(time);
    workers.runAll();
  }
}
