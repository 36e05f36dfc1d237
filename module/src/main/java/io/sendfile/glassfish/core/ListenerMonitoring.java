package io.sendfile.glassfish.core;

import io.sendfile.glassfish.monitoring.ListenerFigures;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.glassfish.monitoring.TransferMonitor;
import io.sendfile.glassfish.stats.Statistics;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.glassfish.external.probe.provider.PluginPoint;
import org.glassfish.external.probe.provider.StatsProviderManager;
import org.jvnet.hk2.annotations.Service;

/**
 * Publishes each listener with the filter: as an MXBean, and in GlassFish's own monitoring once the
 * level of {@code http-service} is LOW or HIGH. Thread-safe; no exception escapes, since it runs
 * while the server boots.
 */
@Service
@Singleton
public class ListenerMonitoring {
  private static final Logger LOGGER = Logger.getLogger(ListenerMonitoring.class.getPackageName());

  private final Statistics stats;
  private final Map<String, ListenerFigures> shown = new HashMap<>();

  @Inject
  public ListenerMonitoring(SendfileCore core) {
    this.stats = core.stats();
  }

  /** Name of the MXBean of a listener. */
  public static ObjectName name(String listener) {
    return PlatformBeans.name("Listener", "name", listener);
  }

  /** Publishes a listener that has the filter. */
  public synchronized void show(String listener) {
    if (shown.containsKey(listener)) {
      return;
    }
    ListenerFigures figures = new ListenerFigures(() -> stats.ofListener(listener));
    shown.put(listener, figures);
    PlatformBeans.register(
        name(listener), TransferMonitor.ofListener(() -> stats.ofListener(listener)));
    try {
      StatsProviderManager.register(
          "http-service", PluginPoint.SERVER, "network/" + listener + "/sendfile", figures, "LOW");
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, e, () -> "asadmin get -m does not show listener " + listener);
    }
  }

  /** Removes a deleted listener. */
  public synchronized void hide(String listener) {
    ListenerFigures figures = shown.remove(listener);
    if (figures == null) {
      return;
    }
    PlatformBeans.unregister(name(listener));
    try {
      StatsProviderManager.unregister(figures);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.FINE, e, () -> "asadmin get -m goes on showing listener " + listener);
    }
    stats.forgetListener(listener);
  }

  /** The published listeners, in alphabetical order. */
  public synchronized List<String> listeners() {
    return shown.keySet().stream().sorted().toList();
  }

  @PreDestroy
  synchronized void stop() {
    List.copyOf(shown.keySet()).forEach(this::hide);
  }
}
