package io.sendfile.glassfish.server;

import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.NotedRefusal;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.plugins.FilePlugIns;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.plugins.ListenerPlugIns;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.grizzly.filter.PooledThread;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.operations.ended.EndedTransfer;
import io.sendfile.operations.ended.EndedTransfers;
import io.sendfile.operations.ended.RefusedHandOff;
import io.sendfile.operations.journal.DiskWriter;
import io.sendfile.operations.journal.KeptRows;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.internal.api.ServerContext;
import org.jvnet.hk2.annotations.Service;

/** The core of a server: its settings, engine, statistics and health. */
@Service
@Singleton
public class SendfileCore {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");

  private final SettingsSource settings;
  private final HealthReport health;
  private final Statistics stats = statistics();
  private final WritePoller poller = new WritePoller();
  private final EndedTransfers ended = new EndedTransfers(InstantSource.system(), 0);
  private final KeptRows<RefusedHandOff> refused = new KeptRows<>(RefusedHandOff.FORM);
  private final DiskWriter writer =
      DiskWriter.thread("sendfile-refused", 1_000, "the list of refusals", LOG);
  private final SendfileEngine engine;
  private final ListenerPlugIns listeners;
  private final FilePlugIns files;
  private final Consumer<SendfileSettings> onChange;

  @Inject
  public SendfileCore(
      SettingsSource settings,
      HealthReport health,
      PlugIns plugIns,
      ListenerPlugIns listeners,
      FilePlugIns files,
      ServerEnvironment server,
      ServerContext context) {
    CleanThreads.setContext(context.getCommonClassLoader());
    this.settings = settings;
    this.health = health;
    this.listeners = listeners;
    this.files = files;
    engine =
        new SendfileEngine(
            settings.current(),
            stats,
            listeners.live(),
            () -> plugIns.of(SendAlgorithm.class),
            files::stores,
            new Machine.Real(PooledThread::make, System::nanoTime),
            TransferId.supplier());
    health.report("buffers of transfers", this::held);
    Path folder = server.getInstanceRoot().toPath();
    keepEnded(settings.current());
    ended.open(
        folder.resolve("sendfile/ended"), folder.resolve("logs"), this::died, System::nanoTime);
    ended.losses().forEach(losses -> health.watch(losses, ended::retry));
    listeners.add(ended);
    engine.refusals().keepAt(refused -> this.refused.add(row(refused)));
    Losses refusedLosses =
        new Losses("refusals", Severity.WARNING, Losses.DISK, LOG, System::nanoTime);
    this.refused.open(folder.resolve("sendfile/refused"), refusedLosses, none -> {}, writer);
    health.watch(refusedLosses, this.refused::retry);
    health.report("ended transfers", ended::state);
    health.report("drain", () -> DrainMonitor.summary(engine.drain().state()));
    health.report(
        "open files", () -> engine.openFiles() + " shared by their requests, or kept for the next");
    onChange = this::apply;
    settings.addListener(onChange);
    listeners.apply(settings.current(), stats);
    useFilePlugIns(settings.current());
  }

  private void apply(SendfileSettings now) {
    engine.apply(now);
    keepEnded(now);
    listeners.apply(now, stats);
    useFilePlugIns(now);
  }

  private void useFilePlugIns(SendfileSettings now) {
    files.apply(now);
    engine.resolveBy(files.resolvers());
    engine.askForDigests(files.digests());
  }

  private void keepEnded(SendfileSettings now) {
    ended.keep((int) now.number(Setting.ENDED_TRANSFERS));
    ended.log(now.number(Setting.DOWNLOAD_LOG_BYTES));
    refused.keep((int) now.number(Setting.ENDED_TRANSFERS));
  }

  private static RefusedHandOff row(NotedRefusal refused) {
    return new RefusedHandOff(
        refused.time(),
        refused.reason().code(),
        refused.reason().status(),
        refused.origin().application(),
        refused.origin().virtualServer(),
        refused.client(),
        refused.asked(),
        refused.detail(),
        refused.limit());
  }

  private void died(EndedTransfer row) {
    stats
        .listener(row.listener())
        .root(row.root(), row.application())
        .finished(row.outcome(), 0, 0);
  }

  private String held() {
    LimitUsage now = engine.scheduler().usage();
    long most = now.maxBytes();
    return now.heldBytes()
        + (most == Limits.NONE ? " bytes held, without a limit" : " of " + most + " bytes held");
  }

  /** Counting can be switched off to measure its cost. */
  private static Statistics statistics() {
    return "off".equals(System.getProperty("io.sendfile.glassfish.statistics"))
        ? Statistics.disabled()
        : new Statistics(InstantSource.system());
  }

  /** The settings in force, live. */
  public SettingsSource settings() {
    return settings;
  }

  /** Health of the parts. */
  public HealthReport health() {
    return health;
  }

  /** Statistics of the server. */
  public Statistics stats() {
    return stats;
  }

  /** The engine, which decides and sends. */
  public SendfileEngine engine() {
    return engine;
  }

  /** The last transfers that ended. */
  public EndedTransfers ended() {
    return ended;
  }

  /** The last refusals. */
  public KeptRows<RefusedHandOff> refused() {
    return refused;
  }

  /** The running transfers. */
  public TransferControl transfers() {
    return new TransferControl(engine.scheduler());
  }

  /** A filter for a listener with these buffers. */
  public SendfileFilter filter(String listener, ListenerMemory memory) {
    return new SendfileFilter(engine.at(listener), poller, memory);
  }

  /** Tells a listener of the module's own of the end of each transfer, too. */
  void tellEnds(TransferListener own) {
    listeners.add(own);
  }

  /** Has the ends of transfers whose workers hang in the list, as the server stops. */
  void endWhatRuns() {
    ended.stopped(engine.scheduler().lastKnown(Outcome.SHUTDOWN));
  }

  @PreDestroy
  void stop() {
    settings.removeListener(onChange);
    engine.close();
    endWhatRuns();
    ended.close();
    refused.close();
    writer.close();
    listeners.close();
    files.close();
    poller.close();
  }
}
