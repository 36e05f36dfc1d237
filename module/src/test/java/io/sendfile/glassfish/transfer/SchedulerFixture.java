package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.stats.StatsSnapshot;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler whose clock and workers move only when told to, and whose every effect is seen. */
abstract class SchedulerFixture {
  @TempDir Path temp;
  final FakeClock clock = new FakeClock();
  final ManualExecutor workers = new ManualExecutor();
  final Statistics counters = new Statistics(InstantSource.system());
  final List<TransferResult> results = new ArrayList<>();

  /** Effects in the order they happened. */
  final List<String> effects = new ArrayList<>();

  final List<ScriptedSink> sinks = new ArrayList<>();
  final List<TransferListener> listeners = new ArrayList<>();
  final ManualTimer timer = new ManualTimer(clock);
  Downloads downloads;
  TransferScheduler scheduler;

  @BeforeEach
  void start() throws IOException {
    downloads = new Downloads(temp.toRealPath(), clock);
    listeners.add(
        result -> {
          effects.add("listener told");
          results.add(result);
        });
    scheduler = new TransferScheduler(workers, timer, new Limits(2, 2), listeners);
    downloads.count(recorder());
  }

  @AfterEach
  void everythingIsGivenBackExactlyOnce() {
    scheduler.close();
    workers.runAll();
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.active()).isZero();
    assertThat(scheduler.waiting()).isZero();
    assertThat(counters.snapshot().active()).isZero();
    downloads.assertNoFileIsOpen();
    downloads.close();
    for (ScriptedSink sink : sinks) {
      assertThat(sink.breaches()).isEmpty();
      assertThat(sink.ends()).hasSizeLessThanOrEqualTo(1);
    }
  }

  private StatsRecorder recorder() {
    StatsRecorder real = counters.listener("l").root("files");
    return (StatsRecorder)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StatsRecorder.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("finished")) {
                effects.add("statistics counted");
              }
              return method.invoke(real, arguments);
            });
  }

  ScriptedSink sink() {
    ScriptedSink sink = new ScriptedSink();
    sinks.add(sink);
    return sink;
  }

  Transfer transfer(ScriptedSink sink, int length, long burstBytes) {
    Path file = downloads.file("file-" + length, length);
    return watched(sink, downloads.transfer(file, sink, burstBytes));
  }

  Transfer watched(ScriptedSink sink, Transfer transfer) {
    sink.watchLocks(transfer, scheduler.places);
    return transfer;
  }

  /** A submitted transfer of 100 bytes in one burst to a peer that takes nothing for now. */
  Transfer submitStuck() {
    Transfer transfer = transfer(sink().otherwise(offered -> 0), 100, 0);
    submit(transfer);
    workers.runAll();
    return transfer;
  }

  Admission submit(Transfer transfer) {
    Admission admission = scheduler.admit(Downloads.CLAIM);
    assertThat(admission).isNotEqualTo(Admission.REJECT);
    scheduler.submit(transfer, admission);
    return admission;
  }

  long ended(Outcome outcome) {
    StatsSnapshot snapshot = counters.snapshot();
    return snapshot.finished(outcome);
  }
}
