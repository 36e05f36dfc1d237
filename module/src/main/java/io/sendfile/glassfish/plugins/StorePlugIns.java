package io.sendfile.glassfish.plugins;

import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.Problem;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The plug-ins that serve files of stores, each with its properties. They are looked for while a
 * root has a store, at each change of the settings. Thread-safe; no exception escapes from it.
 */
@Service
@Singleton
public class StorePlugIns {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");

  private final PlugIns plugIns;
  private final HealthReport health;

  /** Those that are in use or failed, by scheme. */
  private final Map<String, Configured> known = new TreeMap<>();

  private volatile Map<String, FileStore> ready = Map.of();

  /**
   * A plug-in with its settings.
   *
   * @param problem why it cannot be used, in a sentence; null if it can
   */
  private record Configured(FileStore store, PlugInSettings settings, @Nullable String problem) {}

  @Inject
  public StorePlugIns(PlugIns plugIns, HealthReport health) {
    this.plugIns = plugIns;
    this.health = health;
  }

  /** Those that can be asked for files, by scheme. */
  public Map<String, FileStore> ready() {
    return ready;
  }

  /**
   * Looks for plug-ins if there are roots for them, and configures those whose settings changed.
   */
  public synchronized void apply(SendfileSettings settings) {
    boolean wanted = settings.roots().stream().anyMatch(root -> root.store() != null);
    Map<String, FileStore> found = wanted ? plugIns.stores() : Map.of();
    for (Configured old : new ArrayList<>(known.values())) {
      String name = old.settings().name();
      if (found.get(name) != old.store() || !settings.plugIn(name).enabled()) {
        known.remove(name);
        close(name, old.store());
      }
    }
    found.forEach((name, store) -> configure(store, settings.plugIn(name)));
    Map<String, FileStore> usable = new HashMap<>();
    known.forEach(
        (name, each) -> {
          if (each.problem() == null) {
            usable.put(name, each.store());
          }
        });
    ready = Map.copyOf(usable);
  }

  private void configure(FileStore store, PlugInSettings settings) {
    String name = settings.name();
    Configured before = known.get(name);
    if (!settings.enabled() || (before != null && before.settings().equals(settings))) {
      return;
    }
    String problem = null;
    try {
      store.configure(settings.properties());
    } catch (IllegalArgumentException e) {
      problem = String.valueOf(e.getMessage());
    } catch (RuntimeException | Error e) {
      problem = "it failed: " + e;
      LOG.log(Level.WARNING, e, () -> "sendfile: the store plug-in " + name + " failed");
    }
    known.put(name, new Configured(store, settings, problem));
    health.report("store " + name, problem == null ? "ready" : "off: " + problem);
  }

  private void close(String name, FileStore store) {
    health.remove("store " + name);
    try {
      store.close();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, e, () -> "sendfile: the store plug-in " + name + " was not closed");
    }
  }

  /** Reasons why plug-ins are off, one sentence each. */
  public synchronized List<String> offs() {
    List<String> sentences = new ArrayList<>();
    known.forEach(
        (name, each) -> {
          if (each.problem() != null) {
            sentences.add("sendfile-plugin \"" + name + "\" is off: " + each.problem());
          }
        });
    return sentences;
  }

  /** What the stores tell of themselves. */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>();
    ready.forEach(
        (name, store) -> {
          try {
            all.addAll(store.problems());
          } catch (RuntimeException | Error e) {
            LOG.log(Level.FINE, e, () -> "store plug-in " + name + " does not tell its problems");
          }
        });
    return all;
  }

  /** Closes all plug-ins. */
  public synchronized void close() {
    ready = Map.of();
    known.forEach((name, each) -> close(name, each.store()));
    known.clear();
  }
}
