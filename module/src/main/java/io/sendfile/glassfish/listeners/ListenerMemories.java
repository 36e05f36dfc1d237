package io.sendfile.glassfish.listeners;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.config.CommitListener;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.server.ListenerMonitoring;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.spi.BufferPolicy;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.Transactions;

/**
 * The buffers of every listener with the filter: updated on each change of the settings, closed
 * when the listener is deleted. No exception escapes that could keep the server from booting.
 * Thread-safe.
 */
@Service
@Singleton
public class ListenerMemories {
  private static final Logger LOGGER = Logger.getLogger(ListenerMemories.class.getPackageName());

  private final ServiceLocator locator;
  private final PlugIns plugIns;
  private final SettingsSource settings;
  private final Statistics stats;
  private final ListenerMonitoring monitoring;
  private final Map<String, ListenerMemory> memories = new ConcurrentHashMap<>();
  private final Consumer<SendfileSettings> onChange = this::choose;
  private final CommitListener onCommit = changes -> sweep();
  private final @Nullable Transactions transactions;

  @Inject
  public ListenerMemories(
      ServiceLocator locator, SendfileCore core, PlugIns plugIns, ListenerMonitoring monitoring) {
    this.locator = locator;
    this.monitoring = monitoring;
    this.plugIns = plugIns;
    this.settings = core.settings();
    this.stats = core.stats();
    settings.addListener(onChange);
    transactions = locator.getService(Transactions.class);
    if (transactions != null) {
      transactions.addTransactionsListener(onCommit);
    }
  }

  /** The buffers of that listener. */
  public synchronized ListenerMemory of(String listener) {
    ListenerMemory known = memories.get(listener);
    if (known != null) {
      return known;
    }
    ListenerMemory memory =
        new ListenerMemory(settings.current().forListener(listener).buffers(), this::make);
    memories.put(listener, memory);
    monitoring.show(listener, memory);
    return memory;
  }

  /** The buffers of that listener, or null if it has no filter. */
  public @Nullable ListenerMemory find(String listener) {
    return memories.get(listener);
  }

  private @Nullable BufferPolicy make(BufferChoice choice) {
    String name = choice.policy();
    if (BufferPolicies.names().contains(name)) {
      return choice.make();
    }
    BufferPolicy plugIn = plugIns.bufferPolicy(name);
    return plugIn == null
        ? null
        : BufferPolicies.guarded(
            name, plugIn, new PlugInFailures("buffer-policy " + name, stats.listener("").any()));
  }

  private synchronized void choose(SendfileSettings now) {
    memories.forEach((name, memory) -> memory.choose(now.forListener(name).buffers()));
  }

  /** Any transaction may have deleted a listener. */
  private synchronized void sweep() {
    try {
      Config config = locator.getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
      if (config != null) {
        for (String name : new ArrayList<>(memories.keySet())) {
          if (config.getNetworkConfig().getNetworkListener(name) == null) {
            giveUp(name);
          }
        }
      }
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.FINE, "listeners cannot be inspected", e);
    }
  }

  private void giveUp(String name) {
    ListenerMemory memory = memories.remove(name);
    if (memory != null) {
      monitoring.hide(name);
      memory.close();
    }
  }

  @PreDestroy
  synchronized void stop() {
    settings.removeListener(onChange);
    if (transactions != null) {
      transactions.removeTransactionsListener(onCommit);
    }
    new ArrayList<>(memories.keySet()).forEach(this::giveUp);
  }
}
