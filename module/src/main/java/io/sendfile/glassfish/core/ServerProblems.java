package io.sendfile.glassfish.core;

import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.engine.SendfileEngine;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.plugins.ListenerPlugIns;
import io.sendfile.glassfish.problems.Findings;
import io.sendfile.glassfish.problems.Observation;
import io.sendfile.glassfish.problems.ProblemWatch;
import io.sendfile.glassfish.problems.ProblemWatch.Changes;
import io.sendfile.glassfish.problems.RecentCounts;
import io.sendfile.glassfish.problems.RecentCounts.Windows;
import io.sendfile.glassfish.problems.RootChecks;
import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.stats.StatsSnapshot;
import io.sendfile.glassfish.threads.CleanThreads;
import io.sendfile.glassfish.threads.Thrown;
import io.sendfile.glassfish.transfer.TransferScheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/**
 * The problems of this server: found on request, and periodically, to notify plug-ins of changes.
 * Thread-safe; a request takes a second at most, when a root does not answer.
 */
public final class ServerProblems implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final long PERIOD_SECONDS = 10;
  private static final long IDLE_SECONDS = 2;

  private final SettingsSource settings;
  private final SendfileEngine engine;
  private final HealthReport health;
  private final ListenerPlugIns plugIns;
  private final RecentCounts recent;
  private final ProblemWatch watch = new ProblemWatch();
  private final ThreadPoolExecutor lookers =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> CleanThreads.make(() -> new Thread(task, "sendfile-root-look")));
  private final RootChecks looks = new RootChecks(lookers);
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, task -> CleanThreads.make(() -> new Thread(task, "sendfile-problems")));

  /** The problems of the last periodic check. */
  private volatile List<Problem> last = List.of();

  ServerProblems(
      SettingsSource settings,
      SendfileEngine engine,
      HealthReport health,
      ListenerPlugIns plugIns) {
    this.settings = settings;
    this.engine = engine;
    this.health = health;
    this.plugIns = plugIns;
    this.recent = new RecentCounts(engine.stats().snapshot());
  }

  /** Starts the periodic checks. */
  void start() {
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            this::lookAndTell, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  /** The problems now, the worst first. */
  public List<Problem> now() {
    return Findings.of(observe());
  }

  /** The problems of the last periodic check, for frequent callers. */
  public List<Problem> lately() {
    return last;
  }

  /** The state of the server now. */
  public Observation observe() {
    StatsSnapshot counted = engine.stats().snapshot();
    Windows windows = recent.until(counted);
    List<Root> roots = settings.current().roots();
    TransferScheduler transfers = engine.scheduler();
    return new Observation(
        settings.problems(),
        plugIns.problems(),
        health.problems(),
        looks.at(roots, PATIENCE),
        transfers.refusing() != null,
        transfers.usage(),
        windows.lately(),
        windows.before(),
        ProcessDescriptors.now());
  }

  private void lookAndTell() {
    try {
      List<Problem> found = now();
      if (timer.isShutdown()) {
        // The end of the server interrupted the check, so that roots only seem not to answer.
        return;
      }
      last = found;
      Changes changes = watch.look(found, System.nanoTime());
      changes.begun().forEach(plugIns::problemBegan);
      changes.ended().forEach(plugIns::problemEnded);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the problems of the server could not be looked for");
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    lookers.shutdown();
  }
}
