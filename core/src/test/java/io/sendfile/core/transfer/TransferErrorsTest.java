package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.sendfile.spi.Outcome;
import org.junit.jupiter.api.Test;

/** An error at the end of a transfer harms nobody else. */
class TransferErrorsTest extends SchedulerFixture {
  @Test
  void errorOfTheSinkKeepsNobodyFromBeingTold() {
    ScriptedSink sink =
        sink()
            .onFinish(
                () -> {
                  throw new OutOfMemoryError("scripted");
                });
    submit(transfer(sink, 100, 0));
    workers.runAll();
    assertThat(effects).containsExactly("statistics counted", "listener told");
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(scheduler.transfers()).isEmpty();
  }

  @Test
  void errorOfAListenerIsKeptFromOthers() {
    listeners.add(
        0,
        result -> {
          throw new OutOfMemoryError("scripted");
        });
    submit(transfer(sink(), 100, 0));
    workers.runAll();
    assertThat(effects).endsWith("listener told");
  }

  /** A turn that cannot be requested would never come. */
  @Test
  void transferThatGetsNoTurnEnds() {
    Transfer transfer = submitStuck();
    workers.failOnce();
    sinks.get(0).becomeWritable();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(ended(Outcome.IO_ERROR)).isEqualTo(1);
    ScriptedSink sink = sink();
    submit(transfer(sink, 100, 0));
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  /** A wait that cannot begin would never end. */
  @Test
  void transferWhoseRateCannotBeAwaitedEnds() {
    downloads.limitRate(400);
    Transfer transfer = transfer(sink(), 1000, 0);
    submit(transfer);
    timer.failOnce();
    workers.runAll();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.IO_ERROR);
  }

  @Test
  void orderOfAConnectionThatFailsEndsTheTransferAlone() {
    downloads.precede(
        new TurnPriority(
            new ConnectionTurns() {
              @Override
              public void wantsTurn(Runnable turn) {
                throw new OutOfMemoryError("scripted");
              }

              @Override
              public void rests() {}

              @Override
              public void leaves() {
                effects.add("connection left");
                throw new OutOfMemoryError("scripted");
              }
            },
            Urgency.USUAL));
    submit(transfer(sink(), 100, 0));
    assertThat(effects).containsExactly("statistics counted", "listener told", "connection left");
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.IO_ERROR);
    assertThat(scheduler.transfers()).isEmpty();
  }

  @Test
  void throwingListenerHarmsNobody() {
    listeners.add(
        0,
        result -> {
          throw new IllegalStateException("scripted: a plug-in's mistake");
        });
    listeners.add(
        0,
        result -> {
          throw new NoClassDefFoundError("scripted: a plug-in's missing class");
        });
    submitStuck().end(Outcome.CANCELLED);
    assertThat(results).hasSize(1);
    Transfer next = transfer(sink(), 10, 0);
    submit(next);
    workers.runAll();
    assertThat(next.state()).isEqualTo(TransferState.FINISHED);
    assertThat(results).hasSize(2);
  }

  @Test
  void throwingSinkIsCountedAllTheSame() {
    ScriptedSink sink =
        sink()
            .onFinish(
                () -> {
                  throw new IllegalStateException("scripted: the exchange is gone");
                });
    submit(transfer(sink, 10, 0));
    assertThatCode(workers::runAll).doesNotThrowAnyException();
    assertThat(effects).containsExactly("statistics counted", "listener told");
  }
}
