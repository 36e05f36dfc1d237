package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers that sleep in a system call of the disk. */
class SleepingWorkersTest extends SchedulerFixture {
  private static final int LENGTH = 1000;

  @BeforeEach
  void oneWorker() {
    scheduler.workers(1);
    scheduler.limits(new Limits(40, 40));
  }

  /** A transfer during whose first system call that happens. */
  private Transfer during(Runnable sleep) {
    ScriptedSink sink = sink();
    sink.then(
        offered -> {
          sleep.run();
          return offered;
        });
    Transfer transfer = transfer(sink, LENGTH, 0);
    submit(transfer);
    return transfer;
  }

  @Test
  void aSpareWorkerGoesOnInPlaceOfOneThatSleeps() {
    List<TransferState> other = new ArrayList<>();
    during(
        () -> {
          Transfer next = transfer(sink(), LENGTH, 0);
          submit(next);
          scheduler.tick();
          scheduler.tick();
          assertThat(workers.spares()).isEqualTo(1);
          workers.runAll();
          other.add(next.state());
        });
    workers.runAll();
    assertThat(other).containsExactly(TransferState.FINISHED);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(2);
  }

  @Test
  void isGivenBackWhenTheSleeperWakes() {
    during(
        () -> {
          scheduler.tick();
          scheduler.tick();
        });
    workers.runAll();
    assertThat(workers.spares()).isEqualTo(1);
    scheduler.tick();
    assertThat(workers.spares()).isZero();
  }

  @Test
  void aWorkerThatMovesBytesIsNotReplaced() {
    Transfer slow = transfer(sink().thenTake(10).otherwise(this::tickThenTakeTen), LENGTH, 0);
    submit(slow);
    workers.runAll();
    assertThat(slow.state()).isEqualTo(TransferState.FINISHED);
    assertThat(workers.spares()).isZero();
  }

  private long tickThenTakeTen(long offered) {
    scheduler.tick();
    assertThat(workers.spares()).isZero();
    return Math.min(10, offered);
  }

  @Test
  void onesThatWaitForTheirClientHaveNoWorkerToReplace() {
    submitStuck();
    scheduler.tick();
    scheduler.tick();
    assertThat(workers.spares()).isZero();
  }

  /** The place of a task that a sleeper took with it must not keep the others from asking. */
  @Test
  void aTaskBehindASleeperKeepsNobodyWaiting() {
    List<TransferState> other = new ArrayList<>();
    during(
        () -> {
          Transfer next = transfer(sink(), LENGTH, 0);
          submit(next);
          Runnable behind = workers.takeLast();
          scheduler.tick();
          scheduler.tick();
          workers.runAll();
          other.add(next.state());
          workers.execute(behind);
        });
    workers.runAll();
    assertThat(other).containsExactly(TransferState.FINISHED);
  }

  @Test
  void aQueueWithAWorkerForEachTurnNeedsNone() {
    scheduler.workers(0);
    during(
        () -> {
          scheduler.tick();
          scheduler.tick();
        });
    workers.runAll();
    assertThat(workers.spares()).isZero();
  }

  @Test
  void thereAreAtMostSixteen() {
    sleepers(20);
    workers.runNext();
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(20);
  }

  /** Each begins during the system call of the one before. */
  private void sleepers(int number) {
    during(
        () -> {
          if (number > 1) {
            sleepers(number - 1);
            workers.runNext();
          } else {
            scheduler.tick();
            scheduler.tick();
            assertThat(workers.spares()).isEqualTo(SpareWorkers.MOST);
          }
        });
  }

  @Test
  void closedWorkersAreNoFailureOfTheTick() {
    during(
        () -> {
          submit(transfer(sink(), LENGTH, 0));
          workers.takeLast();
          workers.reject();
          scheduler.tick();
          scheduler.tick();
        });
    workers.runNext();
  }
}
