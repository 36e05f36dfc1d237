package io.sendfile.glassfish.console.app;

import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.core.ListenerMonitoring;
import io.sendfile.glassfish.core.SendfileCore;
import io.sendfile.glassfish.engine.Refusals.Refused;
import io.sendfile.glassfish.grizzly.ListenerMemory;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.settings.KnownNames;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;

/**
 * What this server has. Not through JMX, where each number is a reading of all numbers, and each
 * transfer an open type.
 */
final class Server {
  private Server() {}

  private static <T> T service(Class<T> type) {
    return Globals.getDefaultHabitat().getService(type);
  }

  private static SendfileCore core() {
    return service(SendfileCore.class);
  }

  /** The name of this server in its domain, e.g. {@code server}. */
  static String name() {
    return service(ServerEnvironment.class).getInstanceName();
  }

  /** The names of all servers of the domain. */
  static List<String> names() {
    return service(Domain.class).getServers().getServer().stream().map(s -> s.getName()).toList();
  }

  /** The names of the configurations of the domain. */
  static List<String> configurations() {
    return service(Domain.class).getConfigs().getConfig().stream().map(c -> c.getName()).toList();
  }

  /** The names of algorithms and buffer policies that settings may have now. */
  static KnownNames known() {
    return service(PlugIns.class).known();
  }

  /** The transfers that run now, the oldest first. */
  static List<RunningTransfer> transfers() {
    return core().transfers().list().stream().map(RunningTransfer::new).toList();
  }

  /** The last refusals, the newest last. */
  static List<Refused> refusals() {
    return core().engine().refusals().list();
  }

  /** What has been counted in all. */
  static StatsSnapshot totals() {
    return core().stats().snapshot();
  }

  /** What each listener has counted, by name. */
  static Map<String, StatsSnapshot> listeners() {
    return each(service(ListenerMonitoring.class).listeners(), core().stats()::ofListener);
  }

  /** What each root has counted, by name. */
  static Map<String, StatsSnapshot> roots() {
    List<String> names =
        core().settings().current().roots().stream().map(root -> root.name()).toList();
    return each(names, core().stats()::ofRoot);
  }

  /** The buffers of each listener, by its name. */
  static Map<String, ListenerMemory> buffers() {
    return each(
        service(ListenerMonitoring.class).listeners(), service(ListenerMemories.class)::find);
  }

  /** Those that are there still. */
  private static <T> Map<String, T> each(
      Collection<String> names, Function<String, @Nullable T> known) {
    Map<String, T> each = new TreeMap<>();
    for (String name : names) {
      T value = known.apply(name);
      if (value != null) {
        each.put(name, value);
      }
    }
    return each;
  }
}
