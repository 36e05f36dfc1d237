package io.sendfile.glassfish.admin;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jvnet.hk2.annotations.Service;

/**
 * Memory of servers that did not answer in time. They are asked again, but with a short timeout, so
 * that one of them does not hold up each page about many servers. Thread-safe.
 */
@Service
@Singleton
public class UnresponsiveServers {
  private static final Duration REMEMBERED = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private final Map<String, Long> timedOut = new ConcurrentHashMap<>();

  @Inject
  public UnresponsiveServers() {
    this(System::nanoTime);
  }

  /**
   * @param nanos a clock that is never set
   */
  UnresponsiveServers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The time to wait for a server's answer. */
  Duration timeout(String server, Duration usual) {
    Long since = timedOut.get(server);
    return since != null && nanos.getAsLong() - since < REMEMBERED.toNanos() ? SHORT : usual;
  }

  /** Remembers that a server did not answer in time. */
  void timedOut(String server) {
    timedOut.put(server, nanos.getAsLong());
  }

  /** Forgets the timeout of a server that has answered. */
  void answered(String server) {
    timedOut.remove(server);
  }
}
