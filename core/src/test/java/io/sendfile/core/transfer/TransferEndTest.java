package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.WatchedChannel;
import io.sendfile.core.stats.Figure;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import io.sendfile.spi.TransferResult.Course;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ends of transfers, and their effects. */
class TransferEndTest extends SchedulerFixture {
  @ParameterizedTest
  @CsvSource({"0, 10", "1, 10", "10, 10", "11, 10", "100000, 977", "100000, 0"})
  void completesWithAllBytesInOrder(int length, long burst) throws IOException {
    ScriptedSink sink = sink();
    submit(transfer(sink, length, burst));
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(sink.received()).isEqualTo(Files.readAllBytes(temp.resolve("file-" + length)));
    assertThat(Figure.BYTES.of(counters.snapshot())).isEqualTo(length);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void whoMadeItIsToldFirstAndHarmsNobody() {
    downloads.report(
        result -> {
          effects.add("report of " + result.bytes());
          throw new IllegalStateException("as asked");
        });
    submit(transfer(sink(), 100, 0));
    workers.runAll();
    assertThat(effects).endsWith("statistics counted", "report of 100", "listener told");
  }

  @Test
  void whoMadeItIsToldEvenIfNobodyElseIs() {
    List<TransferResult> told = new ArrayList<>();
    downloads.report(told::add);
    listeners.clear();
    Transfer transfer = submitStuck();
    transfer.end(Outcome.CANCELLED);
    transfer.end(Outcome.SHUTDOWN);
    workers.runAll();
    assertThat(told).extracting(TransferResult::outcome).containsExactly(Outcome.CANCELLED);
  }

  @Test
  void usualResultsReachOnlyThoseWhoWantThem() {
    downloads.small(true);
    listeners.clear();
    listeners.add(
        new TransferListener() {
          @Override
          public void transferFinished(TransferResult result) {
            results.add(result);
          }

          @Override
          public boolean wantsUsual() {
            return false;
          }
        });
    submit(transfer(sink(), 100, 0));
    workers.runAll();
    assertThat(results).isEmpty();
    submitStuck().end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(results).extracting(TransferResult::outcome).containsExactly(Outcome.CANCELLED);
  }

  @Test
  void waitsUntilTheLastByteIsFlushed() {
    ScriptedSink sink = sink().buffering();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    sink.becomeWritable();
    workers.runAll();
    assertThat(transfer.state()).as("woken too early").isEqualTo(TransferState.WAITING_PEER);
    sink.drain();
    sink.becomeWritable();
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  @Test
  void peerThatLeavesWithAllItsBytesHasTheFile() {
    ScriptedSink sink = sink().buffering();
    submit(transfer(sink, 100, 0));
    workers.runAll();
    sink.drain();
    sink.vanish();
    scheduler.tick();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  /** As when its listener or the server stops. */
  @ParameterizedTest
  @EnumSource(names = {"CLIENT_ABORTED", "CANCELLED", "SHUTDOWN", "ENDED_BY_LIMIT"})
  void endAskedForWhenThePeerHasAllItsBytesComesTooLate(Outcome early) {
    ScriptedSink sink = sink().buffering();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    sink.drain();
    transfer.end(early);
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(results).extracting(TransferResult::bytes).containsExactly(100L);
  }

  @Test
  void peerThatLeavesBeforeItsLastBytesIsAClientAbort() {
    ScriptedSink sink = sink().buffering();
    submit(transfer(sink, 100, 0));
    workers.runAll();
    sink.vanish();
    scheduler.tick();
    assertThat(sink.ends()).containsExactly(Outcome.CLIENT_ABORTED);
  }

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void fileIsClosedThenSinkFinishedThenCountedThenTold(Outcome outcome) {
    ScriptedSink sink = sink().otherwise(offered -> 0);
    OpenFile file = downloads.open(downloads.file("f", 10));
    Transfer transfer =
        watched(sink, downloads.transfer(file, sink, progress -> burst(progress.remaining())));
    sink.onFinish(() -> effects.add("sink finished, file open: " + file.channel().isOpen()));
    submit(transfer);
    workers.runAll();
    transfer.end(outcome);
    assertThat(effects)
        .containsExactly("sink finished, file open: false", "statistics counted", "listener told");
    assertThat(results).extracting(TransferResult::outcome).containsExactly(outcome);
  }

  private static Burst burst(long bytes) {
    return new Burst(bytes, false);
  }

  @Test
  void listenersLearnWhatWasSentAndHowLongItTook() {
    ScriptedSink sink = sink().thenFull().thenTake(40).thenFull();
    Transfer transfer = transfer(sink, 100, 0);
    submit(transfer);
    workers.runAll();
    clock.advance(Duration.ofMillis(5));
    sink.becomeWritable();
    workers.runAll();
    clock.advance(Duration.ofMillis(7));
    transfer.end(Outcome.CANCELLED);
    assertThat(results)
        .containsExactly(
            new TransferResult(
                transfer.info().id().own(),
                false,
                "files",
                "file-100",
                "shop",
                "server",
                "192.0.2.7",
                "",
                200,
                "",
                Outcome.CANCELLED,
                40,
                new Delivered("\"tag\"", 100, List.of(new Span(0, 40))),
                Duration.ofMillis(5),
                Duration.ofMillis(12),
                new Course(
                    transfer.info().id().own(),
                    transfer.info().listener(),
                    100,
                    false,
                    "an administrator cancelled it",
                    Map.of("client", 100),
                    "its client read slowly",
                    "",
                    Profile.NONE)));
  }

  @Test
  void whatIsInProgressIsKnownIfTheServerDies() {
    submit(transfer(sink().thenTake(10).thenFull(), 100, 10));
    workers.runAll();
    clock.advance(Duration.ofSeconds(3));
    downloads.small(true);
    submit(transfer(sink().thenTake(10).thenFull(), 100, 10));
    workers.runAll();
    assertThat(scheduler.lastKnown(Outcome.SERVER_DIED))
        .as("small ones may end without a row")
        .singleElement()
        .satisfies(
            known -> {
              assertThat(known.outcome()).isEqualTo(Outcome.SERVER_DIED);
              assertThat(known.bytes()).isEqualTo(10);
              assertThat(known.duration()).isEqualTo(Duration.ofSeconds(3));
              assertThat(known.course().length()).isEqualTo(100);
              assertThat(known.course().reason()).contains("the server died");
            });
  }

  @Test
  void deadPeerIsAClientAbort() {
    ScriptedSink sink = sink().thenTake(10).thenFail();
    submit(transfer(sink, 100, 10));
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.CLIENT_ABORTED);
    assertThat(Figure.BYTES.of(counters.snapshot())).isEqualTo(10);
  }

  @Test
  void peerThatDiesWithTheLastBytesInItsBufferIsAClientAbort() {
    ScriptedSink sink = sink().failingWhenFlushed();
    submit(transfer(sink, 100, 0));
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.CLIENT_ABORTED);
  }

  @Test
  void unreadableFileIsAnIoError() throws IOException {
    ScriptedSink sink = sink();
    OpenFile file = downloads.open(downloads.file("f", 100));
    Transfer transfer =
        watched(sink, downloads.transfer(file, sink, progress -> burst(progress.remaining())));
    file.channel().close();
    submit(transfer);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.IO_ERROR);
  }

  @Test
  void failingAlgorithmIsAnIoError() {
    ScriptedSink sink = sink();
    OpenFile file = downloads.open(downloads.file("f", 100));
    Transfer transfer =
        downloads.transfer(
            file,
            sink,
            progress -> {
              throw new IllegalStateException("scripted: a plug-in's mistake");
            });
    submit(watched(sink, transfer));
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.IO_ERROR);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "30, 30", "99, 99"})
  void fileThatShrinksWhileItIsSentIsReportedAsChanged(long size, int sent) throws IOException {
    ScriptedSink sink = sink().thenTake(10);
    Transfer transfer = transfer(sink, 100, 10);
    truncate(size);
    submit(transfer);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.CHANGED);
    assertThat(sink.received()).hasSize(sent);
  }

  private Transfer withoutBytesFrom(long position, ScriptedSink sink) {
    OpenFile opened = downloads.open(downloads.file("short", 100));
    WatchedChannel channel = WatchedChannel.of(opened);
    channel.endsAt(position);
    Pace pace = Algorithms.of("equal-non-blocking", 0).pace();
    return watched(sink, downloads.transfer(channel.local(opened), sink, pace));
  }

  /** As on a share whose size is an old one: the peer could take bytes, and there are none. */
  @Test
  void fileThatEndsBeforeItsSizeHasChanged() {
    ScriptedSink sink = sink();
    Transfer transfer = withoutBytesFrom(40, sink);
    submit(transfer);
    workers.runAll();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
    sink.becomeWritable();
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.CHANGED);
    assertThat(sink.received()).hasSize(40);
  }

  @Test
  void peerThatIsFullAgainAndAgainIsNoEndOfTheFile() {
    ScriptedSink sink = sink().otherwise(offered -> 0);
    Transfer transfer = withoutBytesFrom(100, sink);
    submit(transfer);
    for (int i = 0; i < 5; i++) {
      workers.runAll();
      sink.becomeWritable();
    }
    assertThat(sink.ends()).isEmpty();
    sink.otherwise(offered -> offered);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  @Test
  void fileThatGrowsIsSentAsLongAsItWas() throws IOException {
    ScriptedSink sink = sink();
    Transfer transfer = transfer(sink, 100, 10);
    Files.write(temp.resolve("file-100"), new byte[500], StandardOpenOption.APPEND);
    submit(transfer);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
    assertThat(sink.received()).hasSize(100);
  }

  @Test
  void endAskedForWhileSendingComesAfterTheTurn() {
    ScriptedSink sink = sink();
    Transfer transfer = transfer(sink, 100, 10);
    sink.then(
        offered -> {
          assertThat(transfer.end(Outcome.CANCELLED)).isTrue();
          assertThat(transfer.end(Outcome.SHUTDOWN)).as("the first wish counts").isFalse();
          return offered;
        });
    submit(transfer);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.CANCELLED);
    assertThat(sink.received()).hasSize(10);
  }

  @Test
  void lastByteSentCountsMoreThanAnEndAskedForMeanwhile() {
    ScriptedSink sink = sink();
    Transfer transfer = transfer(sink, 10, 10);
    sink.then(
        offered -> {
          transfer.end(Outcome.CANCELLED);
          return offered;
        });
    submit(transfer);
    workers.runAll();
    assertThat(sink.ends()).containsExactly(Outcome.COMPLETED);
  }

  private void truncate(long size) throws IOException {
    Path file = temp.resolve("file-100");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
