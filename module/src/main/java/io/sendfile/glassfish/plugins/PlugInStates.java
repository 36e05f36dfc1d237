package io.sendfile.glassfish.plugins;

import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvnet.hk2.annotations.Service;

/** The state of each plug-in, the same for commands, console, health and metrics. Thread-safe. */
@Service
@Singleton
public class PlugInStates {
  /** The state of a name in the settings without a plug-in. */
  private static final String NOT_INSTALLED = "not installed";

  private final PlugIns plugIns;
  private final FilePlugIns files;
  private final ListenerPlugIns listeners;
  private final UsedPlugIns used;
  private final HealthReport health;

  @Inject
  public PlugInStates(
      PlugIns plugIns,
      FilePlugIns files,
      ListenerPlugIns listeners,
      UsedPlugIns used,
      HealthReport health) {
    this.plugIns = plugIns;
    this.files = files;
    this.listeners = listeners;
    this.used = used;
    this.health = health;
  }

  /** All plug-ins of this server by its settings, and the names in these without a plug-in. */
  public List<DiscoveredPlugIn> all(SendfileSettings settings) {
    List<DiscoveredPlugIn> all = new ArrayList<>();
    Map<String, List<Problem>> problems = used.problems();
    Map<String, String> notes = used.notes();
    for (DiscoveredPlugIn found : plugIns.all()) {
      DiscoveredPlugIn now = found.isReady() ? found.in(state(found, settings)) : found;
      all.add(now.isReady() ? now.in(working(now, problems, notes)) : now);
    }
    missing(settings)
        .forEach(name -> all.add(new DiscoveredPlugIn("-", name, null, NOT_INSTALLED)));
    return all;
  }

  private Set<String> missing(SendfileSettings settings) {
    Set<String> missing = new TreeSet<>(settings.plugIns().keySet());
    plugIns.all().forEach(found -> missing.remove(found.name()));
    return missing;
  }

  /** A sentence for each plug-in that has settings and is not installed. */
  public List<String> notInstalled(SendfileSettings settings) {
    return settings.plugIns().isEmpty()
        ? List.of()
        : missing(settings).stream()
            .map(name -> "sendfile-plugin \"" + name + "\" is " + NOT_INSTALLED)
            .toList();
  }

  private String state(DiscoveredPlugIn found, SendfileSettings settings) {
    if (!settings.plugIn(found.name()).enabled()) {
      return "switched off";
    }
    return switch (found.kind()) {
      case PlugIns.TRANSFER_LISTENER -> unlessUnused(listeners.state(found.name()));
      case PlugIns.STORE ->
          files
              .state(found.kind(), found.name())
              .orElse("unused: no root has the store " + found.name() + "://…");
      case PlugIns.RESOLVER, PlugIns.FILE_DIGESTS ->
          unlessUnused(files.state(found.kind(), found.name()));
      default -> DiscoveredPlugIn.READY;
    };
  }

  /** The state of one that is used, which is not ready while it has a problem. */
  private String working(
      DiscoveredPlugIn plugIn, Map<String, List<Problem>> problems, Map<String, String> notes) {
    String ready = plugIn.state();
    String faults =
        Stream.concat(
                problems.getOrDefault(plugIn.name(), List.of()).stream()
                    .filter(problem -> problem.severity() != Severity.NOTICE)
                    .map(PlugInStates::withoutRemedy),
                Stream.of(health.failure(plugIn.name())))
            .filter(fault -> !fault.isEmpty())
            .collect(Collectors.joining("; "));
    if (faults.isEmpty()) {
      String note = notes.getOrDefault(plugIn.name(), "");
      return note.isEmpty() ? ready : ready + ", " + note;
    }
    return DiscoveredPlugIn.FAILING + faults + ready.substring(DiscoveredPlugIn.READY.length());
  }

  private static String withoutRemedy(Problem problem) {
    return new Problem(problem.code(), problem.severity(), problem.subject(), problem.text(), "")
        .sentence();
  }

  /** One that was installed while the server runs is found again at each change. */
  private static String unlessUnused(Optional<String> state) {
    return state.orElse("not used yet: it will be after the next change of a setting");
  }
}
