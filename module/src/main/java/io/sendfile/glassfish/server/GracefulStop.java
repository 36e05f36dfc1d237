package io.sendfile.glassfish.server;

import io.sendfile.core.settings.Setting;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.api.event.EventListener;
import org.glassfish.api.event.EventTypes;
import org.glassfish.api.event.Events;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.jvnet.hk2.annotations.Service;

/**
 * Tells when the server has started, and lets running downloads finish when it stops. GlassFish
 * announces a stop, and waits for its listeners to return, before it closes ports and connections.
 * No exception escapes from it, as a start would fail.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class GracefulStop implements EventListener {
  private static final Logger LOGGER = Logger.getLogger(GracefulStop.class.getPackageName());

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
      LOGGER.log(Level.WARNING, "sendfile: a stop will not wait for downloads", e);
    }
  }

  @Override
  public void event(Event<?> event) {
    if (event.is(EventTypes.SERVER_READY)) {
      core.get().engine().drain().started();
    } else if (event.is(EventTypes.PREPARE_SHUTDOWN)) {
      drain();
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

  @PreDestroy
  void stop() {
    try {
      events.get().unregister(this);
    } catch (RuntimeException e) {
      LOGGER.log(Level.FINE, "not registered any more", e);
    }
  }
}
