package io.sendfile.glassfish.core;

import io.sendfile.glassfish.settings.Setting;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferState;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.api.deployment.DeploymentContext;
import org.glassfish.api.deployment.OpsParams;
import org.glassfish.api.event.EventListener;
import org.glassfish.api.event.Events;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.deployment.Deployment;
import org.jvnet.hk2.annotations.Service;

/**
 * Makes an undeployment, also that of a redeployment, wait for the downloads of its application, so
 * that the application still receives their results. No exception escapes, as it would fail the
 * undeployment, or the start.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class GracefulUndeploy implements EventListener {
  private static final Logger LOGGER = Logger.getLogger(GracefulUndeploy.class.getPackageName());
  private static final long LOOK_MILLIS = 100;

  private final IterableProvider<SendfileCore> core;
  private final IterableProvider<Events> events;

  @Inject
  public GracefulUndeploy(IterableProvider<SendfileCore> core, IterableProvider<Events> events) {
    this.core = core;
    this.events = events;
  }

  @PostConstruct
  void start() {
    try {
      events.get().register(this);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "Undeployments will not wait for downloads", e);
    }
  }

  /** GlassFish waits for the return from this event, and sends it while the application runs. */
  @Override
  public void event(Event<?> event) {
    try {
      if (event.is(Deployment.UNDEPLOYMENT_VALIDATION)
          && event.hook() instanceof DeploymentContext context) {
        await(context.getCommandParameters(OpsParams.class).name());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "The undeployment does not wait for downloads", e);
    }
  }

  /** Waits for the running downloads only, as new ones might never end. */
  private void await(String application) throws InterruptedException {
    SendfileCore ours = core.get();
    long seconds = ours.settings().current().number(Setting.UNDEPLOY_DRAIN_SECONDS);
    if (seconds == 0) {
      return;
    }
    List<Transfer> running =
        ours.engine().scheduler().transfers().stream()
            .filter(transfer -> transfer.info().origin().application().equals(application))
            .toList();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (isAnyLeft(running) && end - System.nanoTime() > 0) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private static boolean isAnyLeft(List<Transfer> running) {
    return running.stream().anyMatch(transfer -> transfer.state() != TransferState.FINISHED);
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
