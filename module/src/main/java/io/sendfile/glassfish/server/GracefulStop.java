package io.sendfile.glassfish.server;

import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.Transfer.TransferState;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.api.deployment.DeploymentContext;
import org.glassfish.api.deployment.OpsParams;
import org.glassfish.api.event.EventListener;
import org.glassfish.api.event.EventTypes;
import org.glassfish.api.event.Events;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.deployment.Deployment;
import org.jvnet.hk2.annotations.Service;

/**
 * Tells when the server has started, and lets running downloads finish when it stops, or when their
 * application is undeployed, also by a redeployment: the application still receives their results.
 * GlassFish announces both, and waits for its listeners to return, before it closes ports and
 * connections or stops the application. No exception escapes from it, as a start or an undeployment
 * would fail.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class GracefulStop implements EventListener {
  private static final Logger LOGGER = Logger.getLogger(GracefulStop.class.getPackageName());
  private static final long LOOK_MILLIS = 100;

  private final IterableProvider<SendfileCore> core;
  private final IterableProvider<Events> events;

  @Inject
  public GracefulStop(IterableProvider<SendfileCore> core, IterableProvider<Events> events) {
    this.core = core;
    this.events = events;
  }

  @PostConstruct
  void start() {
    try {
      // A stopped embedded server may start again.
      core.get().engine().drain().restart();
      events.get().register(this);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(
          Level.WARNING, "sendfile: neither a stop nor an undeployment will wait for downloads", e);
    }
  }

  @Override
  public void event(Event<?> event) {
    if (event.is(EventTypes.SERVER_READY)) {
      core.get().engine().drain().started();
    } else if (event.is(EventTypes.PREPARE_SHUTDOWN)) {
      drain();
    } else if (event.is(Deployment.UNDEPLOYMENT_VALIDATION)
        && event.hook() instanceof DeploymentContext context) {
      undeploy(context);
    }
  }

  private void drain() {
    SendfileCore ours = core.get();
    long seconds = ours.settings().current().number(Setting.STOP_DRAIN_SECONDS);
    ours.engine().drain().stop(Duration.ofSeconds(seconds));
    // The server may end without closing anything.
    ours.endWhatRuns();
    ours.ended().flush();
    ours.refused().flush();
  }

  /**
   * Waits for the downloads of an application, which still runs; only for those that run now, as
   * new ones might never end.
   */
  private void undeploy(DeploymentContext context) {
    try {
      SendfileCore ours = core.get();
      long seconds = ours.settings().current().number(Setting.UNDEPLOY_DRAIN_SECONDS);
      if (seconds == 0) {
        return;
      }
      String application = context.getCommandParameters(OpsParams.class).name();
      List<Transfer> running =
          ours.engine().scheduler().transfers().stream()
              .filter(transfer -> transfer.info().origin().application().equals(application))
              .toList();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (running.stream().anyMatch(transfer -> transfer.state() != TransferState.FINISHED)
          && end - System.nanoTime() > 0) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: the undeployment does not wait for downloads", e);
    }
  }

  @PreDestroy
  void stop() {
    try {
      events.get().unregister(this);
    } catch (RuntimeException e) {
      LOGGER.log(Level.FINE, "not registered any more", e);
    }
  }
}
