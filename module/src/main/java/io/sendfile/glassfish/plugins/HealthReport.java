package io.sendfile.glassfish.plugins;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jvnet.hk2.annotations.Service;

/**
 * How the parts of the module are, as lines for {@code get-sendfile-configuration}: a part that has
 * to degrade instead of throwing says so here. Thread-safe.
 */
@Service
@Singleton
public class HealthReport {
  private final Map<String, Supplier<String>> states = new ConcurrentHashMap<>();

  /** Says how a part is, e.g. {@code "listener http-listener-1", "attached"}. */
  public void report(String part, String state) {
    report(part, () -> state);
  }

  /** Says where it is to be asked how a part is; what is asked must not throw. */
  public void report(String part, Supplier<String> state) {
    states.put(part, state);
  }

  /** Forgets a part that is gone. */
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
