package io.sendfile.glassfish.admin;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jvnet.hk2.annotations.Service;

/**
 * Memory of servers that did not answer in time. They are asked again, but with little patience, so
 * that a page about many servers is not held up by one again and again. Thread-safe.
 */
@Service
@Singleton
public class SilentServers {
  private static final Duration REMEMBERED = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private final Map<String, Long> silent = new ConcurrentHashMap<>();

  @Inject
  public SilentServers() {
    this(System::nanoTime);
  }

  /**
   * @param nanos a clock that is never set
   */
  SilentServers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The time to wait for a server's answer. */
  Duration patience(String server, Duration usual) {
    Long since = silent.get(server);
    return since != null && nanos.getAsLong() - since < REMEMBERED.toNanos() ? SHORT : usual;
  }

  /** Keeps in mind that a server did not answer in time. */
  void silent(String server) {
    silent.put(server, nanos.getAsLong());
  }

  /** Forgets a silence, as the server has answered. */
  void answered(String server) {
    silent.remove(server);
  }
}
