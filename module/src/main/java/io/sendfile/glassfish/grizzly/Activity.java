package io.sendfile.glassfish.grizzly;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a connection from counting as idle while one of its streams is sent. Over HTTP/1.1 the held
 * request does so itself; contexts of streams do not pass the filter that watches the connection,
 * which would then be closed under a client that needs longer to open its window. Thread-safe.
 */
final class Activity {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private @Nullable FilterChainContext context;

  private Activity(FilterChainContext context) {
    this.context = context;
  }

  /** Begins; null if idle connections are not watched. */
  static @Nullable Activity of(Connection<?> connection) {
    if (!(connection.getProcessor() instanceof FilterChain chain)) {
      return null;
    }
    int index = chain.indexOfType(IdleTimeoutFilter.class);
    if (index < 0) {
      return null;
    }
    FilterChainContext context = chain.obtainFilterChainContext(connection);
    try {
      // Like received bytes whose processing lasts: the timeout begins when the context is
      // complete.
      chain.get(index).handleRead(context);
    } catch (IOException e) {
      LOG.log(Level.FINE, "the connection may be closed as idle", e);
    }
    return new Activity(context);
  }

  /** Ends, once: the connection may be idle from now on. */
  synchronized void end() {
    FilterChainContext ended = context;
    if (ended != null) {
      context = null;
      ended.completeAndRecycle();
    }
  }
}
