package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeAccountTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final TimeAccount account = new TimeAccount(-SECOND);

  @Test
  void chargesEachPhaseWithItsTime() {
    account.charge(Phase.PLACE, 0);
    account.charge(Phase.SENDING, SECOND);
    account.charge(Phase.CLIENT, 4 * SECOND);
    account.charge(Phase.CLIENT, 7 * SECOND);
    account.charge(Phase.SENDING, 9 * SECOND);
    TimeSpent whole = account.whole();
    assertThat(whole.percent(Phase.PLACE)).isEqualTo(10);
    assertThat(whole.percent(Phase.SENDING)).isEqualTo(30);
    assertThat(whole.percent(Phase.CLIENT)).isEqualTo(60);
    assertThat(whole.words()).isEqualTo("client 60 %, sending 30 %, place 10 %");
  }

  @Test
  void onlyAllTimeIsTheWhole() {
    account.charge(Phase.SENDING, 3 * SECOND);
    assertThat(account.whole().words()).isEqualTo("sending 100 %");
    account.charge(Phase.CLIENT, 3 * SECOND + SECOND / 64);
    assertThat(account.whole().words()).isEqualTo("sending 99 %");
  }

  @Test
  void stateThatLastsCountsUntilNow() {
    account.charge(Phase.SENDING, 0);
    assertThat(account.lately(TransferState.WAITING_DISK, 3 * SECOND).percent(Phase.DISK))
        .isEqualTo(75);
  }

  @Test
  void whatWasLongAgoIsForgottenLatelyAndKeptAsAWhole() {
    long now = 0;
    for (int i = 0; i < 100; i++) {
      now += SECOND;
      account.sample(TransferState.SENDING, now);
    }
    for (int i = 0; i < 61; i++) {
      now += SECOND;
      account.sample(TransferState.WAITING_RATE, now);
    }
    assertThat(account.lately(TransferState.WAITING_RATE, now).percent(Phase.RATE)).isEqualTo(100);
    assertThat(account.whole().percent(Phase.SENDING)).isEqualTo(62);
  }

  @Test
  void timeSinceARestartIsThatOfTheRateInForce() {
    account.charge(Phase.CLIENT, 2 * SECOND);
    assertThat(account.restart(3 * SECOND).words()).isEqualTo("client 75 %, sending 25 %");
    account.charge(Phase.RATE, 5 * SECOND);
    assertThat(account.sinceRestart().words()).isEqualTo("rate 100 %");
    assertThat(account.whole().words()).isEqualTo("client 50 %, rate 33 %, sending 17 %");
  }

  @Test
  void clockReadEarlierByAnotherThreadTakesNothingBack() {
    account.charge(Phase.SENDING, 2 * SECOND);
    account.charge(Phase.CLIENT, SECOND);
    account.charge(Phase.CLIENT, 5 * SECOND);
    assertThat(account.whole().words()).isEqualTo("sending 50 %, client 50 %");
  }

  /** A stopped process (SIGSTOP), or a suspended machine. */
  @Test
  void timeInWhichTheProcessStoodStillBelongsToNothing() {
    account.charge(Phase.PLACE, 0);
    account.sample(TransferState.WAITING_PEER, SECOND);
    account.sample(TransferState.WAITING_PEER, 600 * SECOND);
    account.sample(TransferState.WAITING_PEER, 601 * SECOND);
    account.charge(Phase.SENDING, 602 * SECOND);
    assertThat(account.whole().words()).isEqualTo("client 50 %, place 25 %, sending 25 %");
  }

  @Test
  void noTimeHasNoShares() {
    assertThat(account.whole().words()).isEmpty();
    assertThat(account.whole().percent(Phase.CLIENT)).isZero();
  }
}
