package io.sendfile.glassfish.server;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.stats.JvmFigures;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.glassfish.config.ServerNames;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.plugins.FilePlugIns;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.plugins.ListenerPlugIns;
import io.sendfile.glassfish.plugins.PlugInStates;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.plugins.UsedPlugIns;
import io.sendfile.grizzly.sockets.SocketOption;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.EndedTransfers;
import io.sendfile.operations.problems.Descriptors;
import io.sendfile.operations.problems.Findings;
import io.sendfile.operations.problems.Observation;
import io.sendfile.operations.problems.ProblemWatch;
import io.sendfile.operations.problems.ProblemWatch.Changes;
import io.sendfile.operations.problems.RecentCounts;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.Windows;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.IterableProvider;
import org.jvnet.hk2.annotations.Service;

/**
 * The problems of this server, found on request. The first request, by {@link MonitoringService}
 * once the server is ready, also begins periodic checks, which notify plug-ins of changes.
 * Thread-safe; a request takes a second at most, when a root does not answer.
 */
@Service
@Singleton
public class ServerProblems {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");
  private static final long PERIOD_SECONDS = 10;

  private final SettingsSource settings;
  private final SendfileEngine engine;
  private final EndedTransfers ended;
  private final HealthReport health;
  private final PlugIns bundles;
  private final ListenerPlugIns plugIns;
  private final FilePlugIns files;
  private final UsedPlugIns used;
  private final PlugInStates states;
  private final IterableProvider<HistoryService> history;
  private final Config config;
  private final Domain domain;
  private final RecentCounts recent;
  private final ProblemWatch watch = new ProblemWatch();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(2, task -> CleanThreads.make("sendfile-problems", task));

  /** The problems of the last periodic check. */
  private volatile List<Problem> last = List.of();

  @Inject
  public ServerProblems(
      SendfileCore core,
      PlugIns bundles,
      ListenerPlugIns plugIns,
      FilePlugIns files,
      UsedPlugIns used,
      PlugInStates states,
      IterableProvider<HistoryService> history,
      @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config,
      Domain domain) {
    this.config = config;
    this.domain = domain;
    this.bundles = bundles;
    this.files = files;
    this.used = used;
    this.states = states;
    this.history = history;
    this.settings = core.settings();
    this.engine = core.engine();
    this.ended = core.ended();
    this.health = core.health();
    this.plugIns = plugIns;
    this.recent = new RecentCounts(engine.stats().snapshot());
  }

  @PostConstruct
  void start() {
    reportWhatJvmAllows();
    timer.execute(settings::watchRoots);
    timer.execute(bundles::tellSilentBundles);
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            this::lookAndTell, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    Future<?> unusedToo =
        timer.scheduleWithFixedDelay(
            health::retry, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private void reportWhatJvmAllows() {
    if (SocketOption.areAvailable()) {
      health.report("socket options", SocketOption.state());
    } else {
      health.degraded("socket options", Severity.NOTICE, SocketOption.state());
    }
    health.report("files on the disk", PageCacheProbe::way);
    if (FileOpener.wantsOptions()) {
      health.degraded("opening of files", Severity.NOTICE, FileOpener.way());
      LOG.log(Level.WARNING, "sendfile: files are opened {0}", FileOpener.way());
    } else {
      health.report("opening of files", FileOpener.way());
    }
  }

  /** The problems now, the worst first. */
  public List<Problem> now() {
    return Findings.of(observe());
  }

  /** The time at which a problem began last, as far as it has been seen. */
  public Instant since(Problem problem) {
    return Instant.now().minus(watch.age(problem, System.nanoTime()));
  }

  /** A drain has ended: the next one is another problem, however soon it begins. */
  void drainEnded() {
    watch.over(ProblemCode.STOPPING, System.nanoTime());
  }

  /** The problems of the last periodic check, for frequent callers. */
  public List<Problem> lately() {
    return last;
  }

  /** The state of the server now. */
  public Observation observe() {
    Windows windows = recent.until(engine.stats().snapshot());
    TransferScheduler transfers = engine.scheduler();
    return new Observation(
        settings.current().isOff(),
        joined(settings.problems(), missingNames()),
        joined(joined(plugIns.problems(), files.offs()), states.notInstalled(settings.current())),
        joined(health.problems(), used.problems().values().stream().flatMap(List::stream).toList()),
        RootChecks.COMMON.at(settings.current().roots(), files::serve),
        transfers.refusing(),
        DrainMonitor.summary(engine.drain().state()),
        transfers.usage(),
        windows,
        engine.refusals().rootsWithin(RecentCounts.WINDOW),
        Findings.broken(windows.lately()) == 0
            ? Set.of()
            : ended.rootsWithin(RecentCounts.WINDOW, EndedCondition.BROKEN),
        descriptors());
  }

  /** None while the configuration changes under the eye. */
  private List<String> missingNames() {
    try {
      return ServerNames.of(config, domain).missing(settings.current());
    } catch (RuntimeException e) {
      LOG.log(Level.FINE, "the names in the settings could not be checked", e);
      return List.of();
    }
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /** The file descriptors of this process; unknown on systems other than Unix. */
  private static Descriptors descriptors() {
    OptionalLong open = JvmFigures.openDescriptors();
    OptionalLong most = JvmFigures.mostDescriptors();
    return open.isPresent() && most.isPresent()
        ? new Descriptors(open.getAsLong(), most.getAsLong())
        : Descriptors.UNKNOWN;
  }

  private void lookAndTell() {
    try {
      List<Problem> found = now();
      if (stops()) {
        // Some parts are closed by now, so that they only seem not to answer.
        return;
      }
      last = found;
      Changes changes = watch.look(found, System.nanoTime());
      changes.begun().forEach(plugIns::problemBegan);
      changes.ended().forEach(each -> plugIns.problemEnded(each.problem()));
      HistoryService marks = history.get();
      changes.begun().forEach(marks::problemBegan);
      changes.ended().forEach(marks::problemEnded);
    } catch (RuntimeException | Error e) {
      if (!stops()) {
        Thrown.log(LOG, e, "the problems of the server could not be checked");
      }
    }
  }

  /** Whether the server stops, so that parts of it are gone. */
  private boolean stops() {
    return timer.isShutdown() || engine.drain().phase() == DrainPhase.STOPPING;
  }

  @PreDestroy
  void stop() {
    // Without an interrupt, which would close a file that is just being written again.
    timer.shutdown();
  }
}
