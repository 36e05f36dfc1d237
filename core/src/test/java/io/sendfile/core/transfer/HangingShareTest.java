package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.WatchedChannel;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Downloads from a share, whose threads are those of the lane alone, and may never run. */
class HangingShareTest extends SchedulerFixture {
  private static final int LENGTH = 200_000;

  private final ManualExecutor lane = new ManualExecutor();
  private Path path;
  private WatchedChannel channel;

  @BeforeEach
  void limits() {
    scheduler.limits(new Limits(10, 10));
    path = downloads.file("f", LENGTH);
  }

  @AfterEach
  void laneIsDone() {
    scheduler.close();
    lane.runAll();
    assertThat(channel.isOpen()).isFalse();
  }

  private Transfer submitted(ScriptedSink sink) {
    OpenFile local = downloads.open(path);
    channel = WatchedChannel.of(local);
    OpenFile file = channel.onShare(local, lane);
    Transfer transfer =
        watched(
            sink, downloads.transfer(file, sink, Algorithms.of("equal-non-blocking", 0).pace()));
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  /** Runs all turns and reads to their end. */
  private void go() {
    while (lane.size() + workers.size() > 0) {
      lane.runAll();
      workers.runAll();
    }
  }

  @Test
  void sendsAllItsBytes() throws IOException {
    ScriptedSink sink = sink();
    Transfer transfer = submitted(sink);
    go();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(sink.received()).isEqualTo(Files.readAllBytes(path));
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void noWorkerTouchesTheFile() {
    Transfer transfer = submitted(sink().otherwise(offered -> offered > 1000 ? 1000 : 0));
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_DISK);
    assertThat(channel.threads()).isEmpty();
    lane.runAll();
    channel.threads().clear();
    workers.runAll();
    transfer.tick();
    transfer.snapshot(scheduler.usage());
    transfer.end(Outcome.CANCELLED);
    assertThat(channel.threads()).isEmpty();
    assertThat(channel.isOpen()).as("its closing is left to the lane").isTrue();
  }

  @Test
  void endsAtOnceWhileItsReadHangs() {
    Transfer transfer = submitted(sink());
    boolean[] ended = new boolean[1];
    channel.onRead(
        () -> {
          ended[0] = transfer.end(Outcome.CANCELLED);
          assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
          assertThat(scheduler.usage().active()).isZero();
          assertThat(channel.isOpen()).as("a close would wait for the read").isTrue();
        });
    lane.runAll();
    assertThat(ended[0]).isTrue();
    assertThat(channel.isOpen()).isFalse();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.CANCELLED);
  }

  @Test
  void readsNothingAfterItsEnd() {
    Transfer transfer = submitted(sink());
    transfer.end(Outcome.CANCELLED);
    channel.onRead(() -> fail("read"));
    lane.runAll();
  }

  @Test
  void clientThatLeavesWhileItHangsIsNoticed() {
    Transfer transfer = submitted(sink());
    sinks.get(0).leave();
    transfer.tick();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void failureNamesItsCause() {
    submitted(sink());
    channel.fail(new IOException("Stale file handle"));
    go();
    assertThat(results)
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.outcome()).isEqualTo(Outcome.IO_ERROR);
              assertThat(result.course().reason()).contains("IOException: Stale file handle");
            });
  }

  @Test
  void fileThatEndsBeforeItsSizeHasChanged() throws IOException {
    Transfer transfer = submitted(sink());
    lane.runAll();
    Files.write(path, new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
    go();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.CHANGED);
  }
}
