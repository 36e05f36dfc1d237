package io.sendfile.glassfish.plugins;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jvnet.hk2.annotations.Service;

/**
 * The state of the module's parts, as lines for {@code get-sendfile-configuration}: a part that
 * degrades instead of throwing reports it here. Thread-safe.
 */
@Service
@Singleton
public class HealthReport {
  private final Map<String, Supplier<String>> states = new ConcurrentHashMap<>();

  /** Reports a part's state, e.g. {@code "listener http-listener-1", "attached"}. */
  public void report(String part, String state) {
    report(part, () -> state);
  }

  /** Registers a supplier of a part's state, which must not throw. */
  public void report(String part, Supplier<String> state) {
    states.put(part, state);
  }

  /** Removes a part. */
  public void remove(String part) {
    states.remove(part);
  }

  /** The states by part, in alphabetical order. */
  public Map<String, String> states() {
    Map<String, String> now = new TreeMap<>();
    states.forEach((part, state) -> now.put(part, state.get()));
    return now;
  }
}
