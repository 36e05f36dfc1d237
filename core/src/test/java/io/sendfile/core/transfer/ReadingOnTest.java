package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies for whose next byte the server has to read, as for the checksum in an archive. */
class ReadingOnTest extends SchedulerFixture {
  private static final int LENGTH = 100;

  private final List<Long> reads = new ArrayList<>();
  private long toRead = 30_000_000;
  private boolean taken;
  private Runnable wake;
  private int left;
  private IOException failure;
  private Runnable whileReading = () -> {};

  @BeforeEach
  void open() {
    disk.width(2);
    probe.answer(extent -> true);
    scheduler.limits(new Limits(10, 10));
  }

  private final class Summed implements Source {
    private final OpenFile file = downloads.open(downloads.file("f", LENGTH));

    @Override
    public boolean prepare(long position) throws IOException {
      if (failure != null) {
        throw failure;
      }
      return toRead == 0;
    }

    @Override
    public boolean awaitsReading(Runnable action) {
      wake = action;
      return taken;
    }

    @Override
    public long readOn(long max) {
      whileReading.run();
      long n = Math.min(max, toRead);
      toRead -= n;
      reads.add(n);
      return n;
    }

    @Override
    public void leavesReading() {
      left++;
    }

    @Override
    public long size() {
      return LENGTH;
    }

    @Override
    public Root root() {
      return file.root();
    }

    @Override
    public String relativePath() {
      return "f";
    }

    @Override
    public boolean zeroCopy() {
      return true;
    }

    @Override
    public long sendTo(Sink sink, long position, long max) throws IOException {
      return file.sendTo(sink, position, max);
    }

    @Override
    public boolean lacks(long end) {
      return false;
    }

    @Override
    public boolean isReadable(long position) {
      return failure == null;
    }

    @Override
    public void close() {
      file.close();
    }
  }

  private Transfer submitted() {
    Summed source = new Summed();
    ScriptedSink sink = sink();
    Transfer transfer =
        watched(
            sink,
            downloads.transfer(
                new Body(source, List.of(new FileSlice(0, LENGTH))),
                source.file,
                sink,
                Algorithms.of("equal-non-blocking", 0).pace(),
                Downloads.STALL));
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  @Test
  void readsInStepsOnTheThreadsOfTheDisk() {
    Transfer transfer = submitted();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_DISK);
    assertThat(reads).isEmpty();
    while (toRead > 0) {
      readers.runAll();
      workers.runAll();
    }
    assertThat(reads).hasSize(4).allMatch(bytes -> bytes <= 8 << 20);
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void readsWithoutThreadsForTheDiskAsWell() {
    disk.width(0);
    submitted();
    assertThat(readers.size()).isEqualTo(1);
  }

  @Test
  void waitsWhileAnotherTransferReads() {
    taken = true;
    Transfer transfer = submitted();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_DISK);
    assertThat(readers.size()).isZero();

    toRead = 0;
    wake.run();
    workers.runAll();

    assertThat(reads).isEmpty();
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void readsNoFasterThanItSends() {
    downloads.limitRate(1_000_000);
    Transfer transfer = submitted();
    readers.runAll();
    workers.runAll();
    assertThat(reads).containsExactly(250_000L);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    assertThat(left).as("others may read meanwhile").isEqualTo(1);
    transfer.end(Outcome.CANCELLED);
  }

  @Test
  void endsOnceItsClientHasLeft() {
    Transfer transfer = submitted();
    transfer.tick();
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_DISK);

    sinks.get(0).leave();
    transfer.tick();

    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    readers.runAll();
    assertThat(reads).isEmpty();
  }

  @Test
  void endsAfterTheStepInWhichItsClientLeaves() {
    Transfer transfer = submitted();
    whileReading =
        () -> {
          sinks.get(0).leave();
          transfer.tick();
        };
    readers.runAll();
    assertThat(reads).hasSize(1);
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
  }

  @Test
  void failureEndsIt() {
    submitted();
    readers.runAll();
    failure = new IOException("the disk");
    workers.runAll();
    assertThat(results).singleElement().extracting("outcome").isEqualTo(Outcome.IO_ERROR);
  }
}
