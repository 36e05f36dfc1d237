package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Statistics;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads: workers, peers that wake at any moment, deadlines and cancels, all at once. */
@Timeout(30)
class ConcurrentTransfersTest {
  private static final int TRANSFERS = 400;
  private static final int MOST_BYTES = 5000;

  private record Download(Transfer transfer, ScriptedSink sink, Path file) {}

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final Statistics counters = new Statistics(InstantSource.system());
  private final CountDownLatch ended = new CountDownLatch(TRANSFERS);
  private final ExecutorService workers = Executors.newFixedThreadPool(4);
  private final ExecutorService others = Executors.newFixedThreadPool(3);
  private final AtomicBoolean over = new AtomicBoolean();
  private TransferScheduler scheduler;
  private Downloads downloads;

  @BeforeEach
  void start() throws IOException {
    downloads = new Downloads(temp.toRealPath(), clock);
    downloads.count(counters.listener("l").root("files"));
    scheduler =
        new TransferScheduler(
            workers::execute,
            (nanos, action) -> workers.execute(action),
            new DiskLane(workers, null),
            new Limits(8, TRANSFERS),
            List.of(result -> ended.countDown()));
  }

  @AfterEach
  void stop() throws InterruptedException {
    over.set(true);
    workers.shutdownNow();
    others.shutdownNow();
    assertThat(workers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(others.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    downloads.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyTransferEndsOnceWithTheRightBytes(long seed) throws Exception {
    List<Download> all = makeDownloads(new Random(seed));
    others.execute(() -> tickUntilOver());
    others.execute(() -> cancelSome(all, new Random(-seed)));
    for (Download download : all) {
      Admission admission = scheduler.admit(Downloads.CLAIM);
      scheduler.submit(download.transfer, admission);
    }
    assertThat(ended.await(20, TimeUnit.SECONDS))
        .as("all ended; still there: %s", scheduler.transfers())
        .isTrue();
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.usage().active()).isZero();
    assertThat(scheduler.usage().waiting()).isZero();
    assertThat(counters.snapshot().active()).isZero();
    downloads.assertNoFileIsOpen();
    for (Download download : all) {
      check(download);
    }
  }

  private List<Download> makeDownloads(Random random) {
    List<Download> all = new ArrayList<>();
    for (int i = 0; i < TRANSFERS; i++) {
      Path file = downloads.file("file-" + i, random.nextInt(MOST_BYTES));
      ScriptedSink sink = new ScriptedSink();
      Random ownRandom = new Random(random.nextLong());
      sink.otherwise(offered -> take(sink, ownRandom, offered));
      Transfer transfer = downloads.transfer(file, sink, 1 + random.nextInt(1500));
      sink.watchLocks(transfer, scheduler.places);
      all.add(new Download(transfer, sink, file));
    }
    return all;
  }

  /** A full peer becomes writable soon, on another thread, perhaps before anybody waits for it. */
  private long take(ScriptedSink sink, Random random, long offered) throws IOException {
    int dice = random.nextInt(200);
    if (dice == 0) {
      throw new IOException("scripted: connection reset");
    }
    if (dice < 60) {
      others.execute(() -> wakeSoon(sink));
      return 0;
    }
    return 1 + random.nextLong(offered);
  }

  private void wakeSoon(ScriptedSink sink) {
    if (sink.waits() > 0) {
      sink.becomeWritable();
    } else if (!over.get() && sink.ends().isEmpty()) {
      others.execute(() -> wakeSoon(sink));
    }
  }

  private void tickUntilOver() {
    while (!over.get()) {
      clock.advance(Duration.ofMillis(1));
      scheduler.tick();
      Thread.onSpinWait();
    }
  }

  private void cancelSome(List<Download> all, Random random) {
    while (!over.get() && ended.getCount() > 0) {
      Download download = all.get(random.nextInt(all.size()));
      if (download.transfer.state() != TransferState.QUEUED && random.nextInt(50) == 0) {
        download.transfer.end(Outcome.CANCELLED);
      }
      Thread.yield();
    }
  }

  private static void check(Download download) throws IOException {
    byte[] file = Files.readAllBytes(download.file);
    byte[] received = download.sink.received();
    assertThat(download.sink.breaches()).isEmpty();
    assertThat(download.sink.ends()).hasSize(1);
    assertThat(received).isEqualTo(Arrays.copyOf(file, received.length));
    if (download.sink.ends().get(0) == Outcome.COMPLETED) {
      assertThat(received).hasSize(file.length);
    }
  }
}
