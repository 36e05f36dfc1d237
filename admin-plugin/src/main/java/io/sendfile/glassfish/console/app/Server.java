package io.sendfile.glassfish.console.app;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.core.HistoryService;
import io.sendfile.glassfish.core.ListenerMonitoring;
import io.sendfile.glassfish.core.SendfileCore;
import io.sendfile.glassfish.ended.EndedFilter;
import io.sendfile.glassfish.ended.EndedTransfer;
import io.sendfile.glassfish.engine.Drain.State;
import io.sendfile.glassfish.engine.Refusals.Refused;
import io.sendfile.glassfish.history.History;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.memory.ListenerMemory;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.monitoring.UsedLimits;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.settings.KnownNames;
import io.sendfile.glassfish.spi.Problem;
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
 * Figures of this server. Bypasses JMX, where each number is a reading of all numbers, and each
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

  /** The name of this server's configuration. */
  static String configuration() {
    return Globals.getDefaultHabitat()
        .getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME)
        .getName();
  }

  /** The names of the configurations of the domain. */
  static List<String> configurations() {
    return service(Domain.class).getConfigs().getConfig().stream().map(c -> c.getName()).toList();
  }

  /** The present names of algorithms and buffer policies for settings. */
  static KnownNames known() {
    return service(PlugIns.class).known();
  }

  /** Running transfers, oldest first. */
  static List<TransferRow> transfers() {
    String name = name();
    return core().transfers().list().stream()
        .map(transfer -> TransferRow.of(name, new RunningTransfer(transfer)))
        .toList();
  }

  /** The present drain or stop in words; empty while new downloads are admitted. */
  static String drain() {
    State state = core().engine().drain().state();
    return switch (state.phase()) {
      case STARTING, READY -> "";
      case DRAINING, STOPPING -> DrainMonitor.summary(state);
    };
  }

  /** The problems of the server, the worst first. */
  static List<Problem> problems() {
    return core().problems().now();
  }

  /** How far the limits are used. */
  static UsedLimits limits() {
    return new UsedLimits(core().transfers().occupancy());
  }

  /** The last refusals, newest last. */
  static List<Refused> refusals() {
    return core().engine().refusals().list();
  }

  /** Ended transfers that pass a filter, newest last. */
  static List<EndedTransfer> ended(EndedFilter filter) {
    return core().engine().ended().find(filter);
  }

  /** The figures of the past. */
  static History history() {
    return service(HistoryService.class).history();
  }

  /** Totals. */
  static StatsSnapshot totals() {
    return core().stats().snapshot();
  }

  /** Totals by listener. */
  static Map<String, StatsSnapshot> listeners() {
    return each(service(ListenerMonitoring.class).listeners(), core().stats()::ofListener);
  }

  /** Totals by root. */
  static Map<String, StatsSnapshot> roots() {
    List<String> names =
        core().settings().current().roots().stream().map(root -> root.name()).toList();
    return each(names, core().stats()::ofRoot);
  }

  /** Buffers by listener. */
  static Map<String, ListenerMemory> buffers() {
    return each(
        service(ListenerMonitoring.class).listeners(), service(ListenerMemories.class)::find);
  }

  /** Drops listeners that are gone. */
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
