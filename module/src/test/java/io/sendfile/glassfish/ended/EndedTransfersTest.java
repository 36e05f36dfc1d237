package io.sendfile.glassfish.ended;

import static io.sendfile.glassfish.ended.EndedRows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows that are kept, also by a server that is started again. */
class EndedTransfersTest extends EndedFixture {
  @Test
  void theLastOnesAreKept() {
    List<EndedTransfer> added = add(1, 25, Outcome.COMPLETED);
    assertThat(all()).isEqualTo(added.subList(15, 25));
    assertThat(ended.state()).isEqualTo("10 remembered");
  }

  @Test
  void crowdOfCompletedOnesLeavesTheFewThatFailed() {
    List<EndedTransfer> stalled = add(1, 3, Outcome.STALLED);
    add(4, 90, Outcome.COMPLETED);
    List<EndedTransfer> aborted = add(91, 92, Outcome.CLIENT_ABORTED);
    assertThat(all()).hasSize(MOST).containsAll(stalled).containsAll(aborted);
    assertThat(all()).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
  }

  @Test
  void restartForgetsNone() {
    List<EndedTransfer> before = add(1, 4, Outcome.STALLED);
    restart();
    assertThat(all()).isEqualTo(before);
    restart();
    List<EndedTransfer> all = new ArrayList<>(before);
    all.addAll(add(5, 6, Outcome.COMPLETED));
    assertThat(all()).as("the older ones come first").isEqualTo(all);
    restart();
    assertThat(all()).isEqualTo(all);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void noneMeansThatThoseOfBeforeGo() throws IOException {
    add(1, 4, Outcome.STALLED);
    writer.run();
    ended.keep(0);
    assertThat(all()).isEmpty();
    writer.run();
    assertThat(lines()).isZero();

    ended.keep(MOST);
    add(5, 6, Outcome.STALLED);
    restart(0);
    assertThat(all()).isEmpty();
    writer.run();
    assertThat(lines()).isZero();
  }

  @Test
  void noneLeavesNoTrace() {
    restart(0);
    writer.run();
    restart(0);
    assertThat(folder).doesNotExist();
  }

  @Test
  void fewerMeansTheLast() throws IOException {
    List<EndedTransfer> added = add(1, 10, Outcome.STALLED);
    writer.run();
    ended.keep(3);
    assertThat(all()).isEqualTo(added.subList(7, 10));
    writer.run();
    assertThat(lines()).isEqualTo(3);
    restart(2);
    assertThat(all()).isEqualTo(added.subList(8, 10));
  }

  @Test
  void clockThatIsSetBackChangesNoOrder() {
    ended.add(row(100, Outcome.STALLED));
    ended.add(row(1, Outcome.STALLED));
    restart();
    assertThat(all()).containsExactly(row(100, Outcome.STALLED), row(1, Outcome.STALLED));
  }
}
