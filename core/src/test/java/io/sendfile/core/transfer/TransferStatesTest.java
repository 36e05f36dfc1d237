package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every event in every state: the next state, and the number of turns requested. */
class TransferStatesTest {
  private static final int LENGTH = 1000;

  private enum Event {
    TURN,
    READ,
    WRITABLE,
    EARLY_TICK,
    LATE_TICK,
    END
  }

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final ScriptedSink sink = new ScriptedSink();
  private final CountingServices services = new CountingServices();
  private Downloads downloads;
  private Transfer transfer;
  private Runnable wait = () -> {};

  @BeforeEach
  void makeTransfer() throws IOException {
    downloads = new Downloads(temp.toRealPath(), clock);
    transfer = downloads.transfer(downloads.file("f", LENGTH), sink, 100);
    transfer.attach(services);
    sink.watchLocks(transfer);
  }

  @AfterEach
  void leavesNothingAndBreaksNoRule() {
    transfer.end(Outcome.SHUTDOWN);
    assertThat(sink.breaches()).isEmpty();
    assertThat(sink.ends()).hasSize(1).isEqualTo(services.ends());
    downloads.assertNoFileIsOpen();
    downloads.close();
  }

  @ParameterizedTest(name = "{1} when {0}: {2}, turns asked for: {3}")
  @CsvSource({
    "QUEUED, TURN, WAITING_TURN, 1",
    "QUEUED, EARLY_TICK, QUEUED, 0",
    "QUEUED, LATE_TICK, QUEUED, 0",
    "QUEUED, END, FINISHED, 0",
    "WAITING_TURN, TURN, WAITING_TURN, 1",
    "WAITING_TURN, WRITABLE, WAITING_TURN, 0",
    "WAITING_TURN, EARLY_TICK, WAITING_TURN, 0",
    "WAITING_TURN, LATE_TICK, WAITING_TURN, 0",
    "WAITING_TURN, END, FINISHED, 0",
    "WAITING_PEER, TURN, WAITING_PEER, 0",
    "WAITING_PEER, WRITABLE, WAITING_TURN, 1",
    "WAITING_PEER, EARLY_TICK, WAITING_PEER, 0",
    "WAITING_PEER, LATE_TICK, WAITING_TURN, 1",
    "WAITING_PEER, END, FINISHED, 0",
    "WAITING_DISK, TURN, WAITING_DISK, 0",
    "WAITING_DISK, READ, WAITING_TURN, 1",
    "WAITING_DISK, EARLY_TICK, WAITING_DISK, 0",
    "WAITING_DISK, LATE_TICK, WAITING_DISK, 0",
    "WAITING_DISK, END, FINISHED, 0",
    "QUEUED, READ, QUEUED, 0",
    "WAITING_TURN, READ, WAITING_TURN, 0",
    "WAITING_PEER, READ, WAITING_PEER, 0",
    "FINISHED, READ, FINISHED, 0",
    "FINISHED, TURN, FINISHED, 0",
    "FINISHED, WRITABLE, FINISHED, 0",
    "FINISHED, EARLY_TICK, FINISHED, 0",
    "FINISHED, LATE_TICK, FINISHED, 0",
    "FINISHED, END, FINISHED, 0",
  })
  void eventLeadsTo(TransferState before, Event event, TransferState after, int turns) {
    bringTo(before);
    int granted = services.turns();
    happen(event);
    assertThat(transfer.state()).isEqualTo(after);
    assertThat(services.turns() - granted).isEqualTo(turns);
  }

  /** While a thread sends, nobody else acts: an end waits for the end of the turn. */
  @ParameterizedTest(name = "{0} while SENDING: then {1}, turns asked for: {2}")
  @CsvSource({
    "TURN, WAITING_TURN, 1",
    "READ, WAITING_TURN, 1",
    "WRITABLE, WAITING_TURN, 1",
    "EARLY_TICK, WAITING_TURN, 1",
    "LATE_TICK, WAITING_TURN, 1",
    "END, FINISHED, 0",
  })
  void eventWhileSendingLeadsTo(Event event, TransferState after, int turns) {
    bringTo(TransferState.WAITING_TURN);
    int granted = services.turns();
    TransferState[] during = new TransferState[1];
    sink.then(
        offered -> {
          happen(event);
          during[0] = transfer.state();
          assertThat(sink.ends()).isEmpty();
          return offered;
        });
    transfer.turn();
    assertThat(during[0]).isEqualTo(TransferState.SENDING);
    assertThat(transfer.state()).isEqualTo(after);
    assertThat(services.turns() - granted).isEqualTo(turns);
  }

  private void bringTo(TransferState state) {
    if (state == TransferState.QUEUED) {
      return;
    }
    if (state == TransferState.WAITING_DISK) {
      services.probe.answer(extent -> false);
      transfer.turn();
      assertThat(transfer.state()).isEqualTo(state);
      return;
    }
    sink.thenFull();
    transfer.turn();
    Runnable callback = sink.takeWait();
    assertThat(callback).isNotNull();
    wait = callback;
    if (state == TransferState.WAITING_TURN) {
      wait.run();
    } else if (state == TransferState.FINISHED) {
      transfer.end(Outcome.CANCELLED);
    }
    assertThat(transfer.state()).isEqualTo(state);
  }

  private void happen(Event event) {
    switch (event) {
      case TURN -> transfer.turn();
      case READ -> transfer.readAhead();
      case WRITABLE -> wait.run();
      case EARLY_TICK -> {
        clock.advance(Downloads.STALL.minus(Duration.ofNanos(1)));
        transfer.tick();
      }
      case LATE_TICK -> {
        clock.advance(Downloads.STALL);
        transfer.tick();
      }
      case END -> {
        boolean over = transfer.state() == TransferState.FINISHED;
        assertThat(transfer.end(Outcome.CANCELLED)).isEqualTo(!over);
      }
    }
  }
}
