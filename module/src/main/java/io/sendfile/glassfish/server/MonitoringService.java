package io.sendfile.glassfish.server;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.monitoring.EndedMonitor;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.glassfish.plugins.DownloadResultSender;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.grizzly.jmx.TransfersMonitor;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.api.PostStartupRunLevel;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Publishes the totals, each root and the running transfers as MXBeans, with those of other parts,
 * while this server is ready; delivery of results begins then, too. An exception during GlassFish's
 * start would stop it: failures are logged, and monitoring is missing.
 */
@Service
@RunLevel(PostStartupRunLevel.VAL)
public class MonitoringService {
  private static final Logger LOGGER = Logger.getLogger(MonitoringService.class.getPackageName());

  private final IterableProvider<SendfileCore> core;
  private final IterableProvider<ServerProblems> problems;
  private final IterableProvider<ListenerMonitoring> listeners;
  private final IterableProvider<DownloadResultSender> sender;
  private final PlatformBeans beans;
  private final Consumer<SendfileSettings> onChange = this::showRoots;
  private @Nullable SendfileCore shown;

  @Inject
  public MonitoringService(
      IterableProvider<SendfileCore> core,
      IterableProvider<ServerProblems> problems,
      IterableProvider<ListenerMonitoring> listeners,
      IterableProvider<DownloadResultSender> sender,
      PlatformBeans beans) {
    this.beans = beans;
    this.core = core;
    this.problems = problems;
    this.listeners = listeners;
    this.sender = sender;
  }

  @PostConstruct
  void start() {
    publish();
    deliver();
  }

  private synchronized void publish() {
    try {
      SendfileCore found = core.get();
      if (found == null) {
        LOGGER.warning("sendfile: the module has not started, so there is no monitoring");
        return;
      }
      shown = found;
      ServerProblems looked = problems.get();
      beans.register(
          ServerBeans.TOTALS,
          PlatformBeans.ofServer(found.stats(), () -> found.settings().problems(), looked::now));
      beans.register(TransfersMonitor.NAME, new TransfersMonitor(found.transfers()));
      beans.register(EndedMonitor.NAME, new EndedMonitor(found.ended(), InstantSource.system()));
      beans.register(DrainMonitor.NAME, new DrainMonitor(found.engine().drain()));
      found.settings().addListener(onChange);
      showRoots(found.settings().current());
      listeners.get().start();
      beans.publish();
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: monitoring is missing: " + ServerBeans.TOTALS, e);
    }
  }

  private void deliver() {
    try {
      sender.get().begin();
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: no results of downloads are sent", e);
    }
  }

  private synchronized void showRoots(SendfileSettings settings) {
    SendfileCore found = shown;
    if (found == null) {
      return;
    }
    beans.setRoots(
        settings.roots().stream().map(Root::name).collect(Collectors.toSet()), found.stats());
  }

  @PreDestroy
  synchronized void stop() {
    SendfileCore found = shown;
    if (found != null) {
      shown = null;
      found.settings().removeListener(onChange);
      beans.withdraw();
    }
  }
}
