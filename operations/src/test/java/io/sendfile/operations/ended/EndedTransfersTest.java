package io.sendfile.operations.ended;

import static io.sendfile.operations.ended.EndedRows.START;
import static io.sendfile.operations.ended.EndedRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.spi.Outcome;
import io.sendfile.spi.Results;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
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
  void rootsOfThoseThatEndedLatelyInAWay() {
    EndedTransfers some = new EndedTransfers(() -> START.plusSeconds(310), MOST);
    some.add(row(9, Outcome.IO_ERROR, "old:a"));
    some.add(row(10, Outcome.IO_ERROR, "films:a"));
    some.add(row(11, Outcome.CHANGED, "media:a:b"));
    some.add(row(12, Outcome.CHANGED, "/srv/of/an/application"));
    some.add(row(13, Outcome.STALLED, "slow:a"));
    assertThat(some.rootsWithin(Duration.ofMinutes(5), Set.of(Outcome.IO_ERROR, Outcome.CHANGED)))
        .containsExactly("films", "media");
  }

  @Test
  void rememberedIsWhatCameSinceTheOldestCompletedOne() {
    EndedTransfers some = new EndedTransfers(() -> START, MOST);
    assertThat(some.since()).isEmpty();
    EndedTransfer stalled = row(100, Outcome.STALLED);
    some.add(stalled);
    assertThat(some.since()).contains(stalled.time().minus(stalled.duration()));
    EndedTransfer completed = row(200, Outcome.COMPLETED);
    some.add(completed);
    some.add(row(300, Outcome.COMPLETED));
    assertThat(some.since()).contains(completed.time().minus(completed.duration()));
  }

  @Test
  void clockThatIsSetBackChangesNoOrder() {
    ended.add(row(100, Outcome.STALLED));
    ended.add(row(1, Outcome.STALLED));
    restart();
    assertThat(all()).containsExactly(row(100, Outcome.STALLED), row(1, Outcome.STALLED));
  }

  /** Results known at the last full minute, with the outcome they have if the server dies. */
  private static List<TransferResult> lastKnown(int from, int to, long bytes) {
    return results(from, to, Outcome.SERVER_DIED, bytes);
  }

  private static List<TransferResult> results(int from, int to, Outcome outcome, long bytes) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(i -> Results.MADE.id(String.valueOf(i)).of(outcome, bytes))
        .toList();
  }

  @Test
  void transfersInProgressAreChosenLikeEndedOnes() {
    EndedFilter filter =
        new EndedFilter(Map.of(EndedCondition.ID, "own-4"::equals), Instant.MIN, Instant.MAX, 1);
    assertThat(ended.running(filter, lastKnown(3, 5, 10)))
        .extracting(EndedTransfer::id, EndedTransfer::bytes)
        .containsExactly(tuple("own-4", 10L));
  }

  @Test
  void killTellsWhatWasInProgressOnce() throws IOException {
    List<EndedTransfer> before = add(1, 2, Outcome.STALLED);
    ended.inProgress(() -> lastKnown(3, 4, 10));
    writer.run();
    ended.inProgress(() -> lastKnown(4, 6, 20));
    writer.run();
    add(6, 6, Outcome.COMPLETED);
    writer.run();
    assertThat(all()).as("it lives").hasSize(3);

    kill();
    assertThat(all()).startsWith(before.toArray(EndedTransfer[]::new));
    assertThat(all())
        .extracting(EndedTransfer::id, EndedTransfer::outcome, EndedTransfer::bytes)
        .endsWith(
            tuple("own-6", Outcome.COMPLETED, 6L),
            tuple("own-3", Outcome.SERVER_DIED, 10L),
            tuple("own-4", Outcome.SERVER_DIED, 20L),
            tuple("own-5", Outcome.SERVER_DIED, 20L));
    assertThat(died).extracting(EndedTransfer::id).containsExactly("own-3", "own-4", "own-5");
    assertThat(log.lines()).singleElement().asString().contains("3 downloads", "server-died");
    List<EndedTransfer> told = all();

    ended.inProgress(List::of);
    writer.run();
    kill();
    assertThat(all()).isEqualTo(told);
    assertThat(died).as("told once").hasSize(3);
  }

  @Test
  void stopTellsNothingOfWhatHadBeenInProgress() throws IOException {
    ended.inProgress(() -> lastKnown(1, 3, 10));
    writer.run();
    List<EndedTransfer> stopped = add(1, 3, Outcome.SHUTDOWN);
    restart();
    assertThat(all()).isEqualTo(stopped);
    assertThat(died).isEmpty();
    assertThat(log.lines()).isEmpty();
  }

  /** A worker in a system call that hangs ends its transfer late, or never. */
  @Test
  void stopEndsThoseWhoseWorkersHang() {
    ended.inProgress(() -> lastKnown(1, 4, 10));
    writer.run();
    List<TransferResult> running = results(1, 4, Outcome.SHUTDOWN, 20);
    // It ends while the others are looked for.
    results(1, 1, Outcome.CLIENT_ABORTED, 30).forEach(ended::transferFinished);
    ended.stopped(running);
    ended.stopped(results(2, 4, Outcome.SHUTDOWN, 20));
    results(4, 4, Outcome.SHUTDOWN, 20).forEach(ended::transferFinished);
    restart();
    assertThat(all())
        .extracting(EndedTransfer::id, EndedTransfer::outcome, EndedTransfer::bytes)
        .containsExactly(
            tuple("own-1", Outcome.CLIENT_ABORTED, 30L),
            tuple("own-2", Outcome.SHUTDOWN, 20L),
            tuple("own-3", Outcome.SHUTDOWN, 20L),
            tuple("own-4", Outcome.SHUTDOWN, 20L));
    assertThat(died).isEmpty();
    assertThat(log.lines()).isEmpty();
  }

  /** The row about the end may be written before that about the progress. */
  @Test
  void endOverridesWhateverIsWrittenAfterIt() throws IOException {
    List<EndedTransfer> end = add(1, 1, Outcome.COMPLETED);
    ended.inProgress(() -> lastKnown(1, 1, 10));
    writer.run();
    kill();
    assertThat(all()).isEqualTo(end);
  }

  @Test
  void transfersInProgressLeaveTheFileBounded() throws IOException {
    for (int i = 1; i <= 100; i++) {
      add(i, i, Outcome.STALLED);
      ended.inProgress(() -> lastKnown(100, 100 + 2 * MOST, 10));
      writer.run();
      assertThat(Files.size(file())).isLessThan(70 << 10);
    }
  }

  @Test
  void nothingInProgressLeavesNoTrace() {
    ended.inProgress(List::of);
    writer.run();
    assertThat(folder).doesNotExist();
    ended.keep(0);
    writer.run();
    ended.inProgress(() -> lastKnown(1, 1, 10));
    writer.run();
    assertThat(folder).doesNotExist();
  }
}
