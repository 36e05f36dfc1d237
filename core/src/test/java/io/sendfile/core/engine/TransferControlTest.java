package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransferControlTest extends EngineFixture {
  private TransferControl control;

  @BeforeEach
  void look() {
    control = new TransferControl(engine.scheduler());
  }

  private DiscardingSink begin(String downloadId) {
    DiscardingSink sink = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f", "X-Sendfile-Id", downloadId), sink);
    sink.awaitFull();
    return sink;
  }

  @Test
  void listsWhatRuns() {
    assertThat(control.list()).isEmpty();
    begin("mine");
    TransferSnapshot snapshot = control.list().get(0);
    assertThat(snapshot.info().id()).isEqualTo(new TransferId("made-1", "mine"));
    assertThat(snapshot.info().origin()).isEqualTo(CALLER.origin());
    assertThat(snapshot.info().listener()).isEqualTo("any");
    assertThat(snapshot.info().path()).isEqualTo("f");
    assertThat(snapshot.algorithm()).isEqualTo("adaptive");
    assertThat(snapshot.length()).isEqualTo(5);
    assertThat(snapshot.taken()).isZero();
    assertThat(snapshot.percent()).isZero();
    assertThat(snapshot.state())
        .isIn(TransferState.SENDING, TransferState.WAITING_PEER, TransferState.BLOCKED);
    assertThat(snapshot.remaining()).as("it stands still").isEmpty();
  }

  @Test
  void listsTheOldestFirst() {
    begin("a");
    begin("b");
    begin("c");
    assertThat(control.list())
        .extracting(snapshot -> snapshot.info().id().own())
        .containsExactly("made-1", "made-2", "made-3");
  }

  @Test
  void cancelsByItsOwnIdAndByTheDownloadId() {
    DiscardingSink first = begin("mine");
    DiscardingSink second = begin("other");
    assertThat(control.cancel("made-1").info().id().given()).isEqualTo("mine");
    assertThat(first.awaitEnd()).isEqualTo(Outcome.CANCELLED);
    control.cancel("other");
    assertThat(second.awaitEnd()).isEqualTo(Outcome.CANCELLED);
  }

  @Test
  void doesNotGuessBetweenEqualDownloadIds() {
    DiscardingSink first = begin("same");
    begin("same");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> control.cancel("same"))
        .withMessage(
            "2 running transfers have the download id \"same\"; name one by its own id: made-1,"
                + " made-2");
    assertThat(control.list()).hasSize(2);
    control.cancel("made-1");
    assertThat(first.awaitEnd()).isEqualTo(Outcome.CANCELLED);
    control.cancel("same");
  }

  @Test
  void ownIdGoesBeforeAnEqualDownloadId() {
    DiscardingSink first = begin("made-2");
    DiscardingSink second = begin("b");
    control.cancel("made-2");
    assertThat(second.awaitEnd()).isEqualTo(Outcome.CANCELLED);
    control.cancel("made-1");
    assertThat(first.awaitEnd()).isEqualTo(Outcome.CANCELLED);
  }

  @Test
  void saysWhenNoneOfThatIdRuns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> control.cancel("x\u202ey"))
        .withMessage(
            "No transfer \"x\\u202ey\" is running; asadmin list-sendfile-transfers shows those"
                + " that are");
    assertThatIllegalArgumentException().isThrownBy(() -> control.limit("x", 1));
  }

  @Test
  void setsAndTakesAwayARate() {
    begin("mine");
    assertThat(control.limit("mine", 1000).limit()).isEqualTo(1000);
    assertThat(control.list().get(0).limit()).isEqualTo(1000);
    assertThat(control.limit("made-1", 0).limit()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> control.limit("mine", -1))
        .withMessageContaining("The rate is -1");
  }
}
