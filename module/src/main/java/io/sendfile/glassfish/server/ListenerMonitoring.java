package io.sendfile.glassfish.server;

import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.monitoring.ListenerFigures;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.grizzly.memory.ListenerMemory;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.external.probe.provider.PluginPoint;
import org.glassfish.external.probe.provider.StatsProviderManager;
import org.jvnet.hk2.annotations.Service;

/**
 * Publishes each listener with the filter once the server is ready: as MXBeans, and in GlassFish's
 * own monitoring if the level of {@code http-service} is LOW or HIGH. Thread-safe; no exception
 * escapes, since it runs while the server boots.
 */
@Service
@Singleton
public class ListenerMonitoring {
  private static final Logger LOGGER = Logger.getLogger(ListenerMonitoring.class.getPackageName());

  private final Statistics stats;
  private final PlatformBeans beans;
  private final Map<String, ListenerMemory> listeners = new HashMap<>();
  private final Map<String, ListenerFigures> published = new HashMap<>();
  private boolean ready;

  @Inject
  public ListenerMonitoring(SendfileCore core, PlatformBeans beans) {
    this.stats = core.stats();
    this.beans = beans;
  }

  /** Publishes the listeners, and from now on each new one. */
  synchronized void start() {
    ready = true;
    listeners.forEach(this::publish);
  }

  /** Publishes a listener that has the filter, with its buffers. */
  public synchronized void show(String listener, ListenerMemory memory) {
    listeners.put(listener, memory);
    if (ready) {
      publish(listener, memory);
    }
  }

  private void publish(String listener, ListenerMemory memory) {
    ListenerFigures figures = new ListenerFigures(() -> stats.ofListener(listener));
    published.put(listener, figures);
    beans.addListener(listener, stats, memory);
    try {
      StatsProviderManager.register(
          "http-service", PluginPoint.SERVER, "network/" + listener + "/sendfile", figures, "LOW");
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(
          Level.WARNING, e, () -> "sendfile: asadmin get -m does not show listener " + listener);
    }
  }

  /** Removes a deleted listener. */
  public synchronized void hide(String listener) {
    listeners.remove(listener);
    ListenerFigures figures = published.remove(listener);
    if (figures != null) {
      beans.removeListener(listener);
      try {
        StatsProviderManager.unregister(figures);
      } catch (RuntimeException | LinkageError e) {
        LOGGER.log(Level.FINE, e, () -> "asadmin get -m still shows listener " + listener);
      }
    }
    stats.forgetListener(listener);
  }

  /** The listeners with the filter, in alphabetical order. */
  public synchronized List<String> listeners() {
    return listeners.keySet().stream().sorted().toList();
  }

  @PreDestroy
  synchronized void stop() {
    List.copyOf(listeners.keySet()).forEach(this::hide);
  }
}
