package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.AdmissionControl.Admission;
import io.sendfile.core.transfer.AdmissionControl.Limits;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many interleavings on one thread, each generated from a seed: turns in any order, peers that take
 * any number of bytes or fail, repeated and late callbacks, ends, deadlines and changed limits.
 */
class RandomisedTransfersTest extends SchedulerFixture {
  private static final int SEEDS = 120;
  private static final int STEPS = 300;

  private record Download(Transfer transfer, ScriptedSink sink, Path file) {}

  private final List<Download> all = new ArrayList<>();
  private final List<Runnable> lateCallbacks = new ArrayList<>();
  private Random random = new Random(0);

  static List<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyTransferEndsOnceWithTheRightBytes(int seed) throws IOException {
    random = new Random(seed);
    for (int i = 0; i < STEPS; i++) {
      step();
    }
    for (Download download : all) {
      download.sink.otherwise(offered -> offered);
      download.sink.drain();
    }
    letAllEnd();
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(results).extracting(TransferResult::id).doesNotHaveDuplicates().hasSize(all.size());
    assertThat(Figure.STARTED.of(counters.snapshot())).isEqualTo(all.size());
    for (Download download : all) {
      check(download);
    }
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0 -> begin();
      case 1, 2, 3 -> workers.runNext();
      case 4 -> workers.runLast();
      case 5, 6 -> any(download -> wake(download.sink));
      case 7 -> lateCallbacks.forEach(Runnable::run);
      case 8 -> any(download -> download.sink.drain());
      case 9 -> {
        clock.advance(Duration.ofSeconds(random.nextInt(25)));
        scheduler.tick();
      }
      case 10 -> scheduler.limits(new Limits(1 + random.nextInt(4), random.nextInt(4)));
      default -> {
        if (random.nextInt(5) == 0) {
          any(download -> download.transfer.end(Outcome.CANCELLED));
        }
      }
    }
  }

  private void any(Consumer<Download> action) {
    if (!all.isEmpty()) {
      action.accept(all.get(random.nextInt(all.size())));
    }
  }

  private void wake(ScriptedSink sink) {
    Runnable wait = sink.takeWait();
    if (wait != null) {
      wait.run();
      lateCallbacks.add(wait);
    }
  }

  private void begin() {
    ScriptedSink sink = sink();
    if (random.nextBoolean()) {
      sink.buffering();
    }
    sink.otherwise(
        offered -> {
          int dice = random.nextInt(40);
          if (dice == 0) {
            throw new IOException("scripted: connection reset");
          }
          return dice < 15 ? 0 : 1 + random.nextLong(offered);
        });
    int length = random.nextInt(20) * 100;
    Path file = downloads.file("file-" + length, length);
    boolean atOnce = random.nextInt(4) == 0;
    Admission admission = atOnce ? Admission.START : scheduler.admit(Downloads.CLAIM);
    if (admission == Admission.REJECT) {
      sinks.remove(sink);
      return;
    }
    Transfer transfer = watched(sink, downloads.transfer(file, sink, 1 + random.nextInt(700)));
    all.add(new Download(transfer, sink, file));
    if (atOnce) {
      scheduler.runAtOnce(transfer);
    } else {
      scheduler.submit(transfer, admission);
    }
  }

  private void letAllEnd() {
    for (int round = 0; !scheduler.transfers().isEmpty(); round++) {
      assertThat(round).as("rounds until the last transfer has ended").isLessThan(1000);
      workers.runAll();
      all.forEach(download -> download.sink.drain());
      all.forEach(download -> download.sink.becomeWritable());
    }
  }

  private void check(Download download) throws IOException {
    byte[] file = Files.readAllBytes(download.file);
    byte[] received = download.sink.received();
    assertThat(download.sink.ends()).hasSize(1);
    assertThat(received).isEqualTo(Arrays.copyOf(file, received.length));
    if (download.sink.ends().get(0) == Outcome.COMPLETED) {
      assertThat(received).hasSize(file.length);
    }
  }
}
