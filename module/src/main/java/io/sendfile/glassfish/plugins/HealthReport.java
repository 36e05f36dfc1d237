package io.sendfile.glassfish.plugins;

import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.spi.Problem.Severity;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The state of the module's parts, as lines for {@code get-sendfile-configuration}: a part that
 * degrades instead of throwing reports it here. Thread-safe.
 */
@Service
@Singleton
public class HealthReport {
  private record Part(Supplier<String> state, @Nullable Severity severity) {}

  private final Map<String, Part> parts = new ConcurrentHashMap<>();

  /** Reports a part's state, e.g. {@code "listener http-listener-1", "attached"}. */
  public void report(String part, String state) {
    report(part, () -> state);
  }

  /** Registers a supplier of a part's state, which must not throw. */
  public void report(String part, Supplier<String> state) {
    parts.put(part, new Part(state, null));
  }

  /** Reports a part that is off, or does less than it could, with its remedy. */
  public void degraded(String part, Severity severity, String state) {
    parts.put(part, new Part(() -> state, severity));
  }

  /** Removes a part. */
  public void remove(String part) {
    parts.remove(part);
  }

  /** The states by part, in alphabetical order. */
  public Map<String, String> states() {
    Map<String, String> now = new TreeMap<>();
    parts.forEach((name, part) -> now.put(name, part.state.get()));
    return now;
  }

  /** A problem for each part that is degraded, in alphabetical order. */
  public List<Problem> problems() {
    Map<String, Problem> now = new TreeMap<>();
    parts.forEach(
        (name, part) -> {
          Severity severity = part.severity;
          if (severity != null) {
            now.put(name, new Problem("part", severity, name, part.state.get(), ""));
          }
        });
    return List.copyOf(now.values());
  }
}
