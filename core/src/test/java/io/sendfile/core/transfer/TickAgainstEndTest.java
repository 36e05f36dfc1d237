package io.sendfile.core.transfer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A timer's last step and a cancel at the same moment. */
@Timeout(30)
class TickAgainstEndTest {
  private static final int TRIES = 20_000;

  /** Rounds; they take part of a second, fewer where processors are busy. */
  private static final long ENOUGH_NANOS = 5_000_000_000L;

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final AtomicReference<Transfer> toCancel = new AtomicReference<>();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void transferFinishesOnce() throws IOException, InterruptedException {
    Thread canceller = new Thread(this::cancel, "canceller");
    try (Downloads downloads = new Downloads(temp.toRealPath(), clock)) {
      OpenFile file = downloads.open(downloads.file("f", 1));
      canceller.start();
      long start = System.nanoTime();
      for (int i = 0; i < TRIES && System.nanoTime() - start < ENOUGH_NANOS; i++) {
        assertThat(race(downloads, file).ends()).as("try %d", i).hasSizeLessThanOrEqualTo(1);
      }
    } finally {
      over.set(true);
      canceller.join(10_000);
    }
  }

  private ScriptedSink race(Downloads downloads, OpenFile file) {
    ScriptedSink sink = new ScriptedSink().otherwise(offered -> 0);
    List<Segment> segments = List.of(new Literal(ByteBuffer.wrap("x".getBytes(US_ASCII))));
    Transfer transfer =
        downloads.transfer(
            new Body(file, segments), file, sink, progress -> new Burst(1, false), Downloads.STALL);
    transfer.attach(new CountingServices());
    transfer.turn();
    clock.advance(Downloads.STALL);
    toCancel.set(transfer);
    transfer.tick();
    while (toCancel.get() != null) {
      Thread.onSpinWait();
    }
    return sink;
  }

  private void cancel() {
    while (!over.get()) {
      Transfer transfer = toCancel.get();
      if (transfer != null) {
        transfer.end(Outcome.CANCELLED);
        toCancel.set(null);
      }
      Thread.onSpinWait();
    }
  }
}
