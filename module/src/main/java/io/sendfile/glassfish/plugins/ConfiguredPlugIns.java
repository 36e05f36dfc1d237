package io.sendfile.glassfish.plugins;

import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.spi.PlugIn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of a kind that take properties and then work, until they are switched off or go.
 * Thread-safe; no exception escapes from it. Who asks for their states waits for none of them.
 */
final class ConfiguredPlugIns<T extends PlugIn> {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");

  private final String kind;

  /** Those that are in use or failed, by name. */
  private final Map<String, Configured<T>> known = new ConcurrentSkipListMap<>();

  /**
   * A plug-in with its settings.
   *
   * @param wanting whether it can be used, and wants to
   * @param problem why it cannot be used, in a sentence; null if it can
   */
  private record Configured<T>(
      T plugIn, PlugInSettings settings, boolean wanting, @Nullable String problem) {}

  /**
   * @param kind in words, for the log
   */
  ConfiguredPlugIns(String kind) {
    this.kind = kind;
  }

  /**
   * Configures those whose settings changed, and closes those that are not there any more.
   *
   * @param found those there are, by name
   * @return those that can be used, sorted by name
   */
  synchronized Map<String, T> apply(Map<String, T> found, SendfileSettings settings) {
    for (Configured<T> old : new ArrayList<>(known.values())) {
      String name = old.settings().name();
      if (found.get(name) != old.plugIn() || !settings.plugIn(name).enabled()) {
        known.remove(name);
        close(name, old.plugIn());
      }
    }
    found.forEach((name, plugIn) -> configure(plugIn, settings.plugIn(name)));
    Map<String, T> usable = new TreeMap<>();
    known.forEach(
        (name, each) -> {
          if (each.wanting()) {
            usable.put(name, each.plugIn());
          }
        });
    return usable;
  }

  private void configure(T plugIn, PlugInSettings settings) {
    String name = settings.name();
    Configured<T> before = known.get(name);
    if (!settings.enabled() || (before != null && before.settings().equals(settings))) {
      return;
    }
    boolean wanting = false;
    String problem = null;
    try {
      PlugIn.requireKnown(plugIn.properties(), settings.properties().keySet());
      wanting = plugIn.configure(settings.properties());
    } catch (IllegalArgumentException e) {
      problem = String.valueOf(e.getMessage());
    } catch (RuntimeException | Error e) {
      problem = "it failed: " + e;
      LOG.log(Level.WARNING, e, () -> "sendfile: the %s plug-in %s failed".formatted(kind, name));
    }
    known.put(name, new Configured<>(plugIn, settings, wanting, problem));
  }

  /** The state of one; empty for one that is not in use. */
  Optional<String> state(String name) {
    return Optional.ofNullable(known.get(name))
        .map(each -> DiscoveredPlugIn.state(each.plugIn(), each.wanting(), each.problem()));
  }

  private void close(String name, T plugIn) {
    try {
      plugIn.close();
    } catch (Exception | Error e) {
      LOG.log(
          Level.WARNING,
          e,
          () -> "sendfile: the %s plug-in %s was not closed".formatted(kind, name));
    }
  }

  /** Reasons why plug-ins are off, one sentence each. */
  List<String> offs() {
    List<String> sentences = new ArrayList<>();
    known.forEach(
        (name, each) -> {
          if (each.problem() != null) {
            sentences.add("sendfile-plugin \"" + name + "\" is off: " + each.problem());
          }
        });
    return sentences;
  }

  /** Closes all plug-ins. */
  synchronized void close() {
    known.forEach((name, each) -> close(name, each.plugIn()));
    known.clear();
  }
}
