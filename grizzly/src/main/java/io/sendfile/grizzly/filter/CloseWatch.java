package io.sendfile.grizzly.filter;

import io.sendfile.grizzly.http2.PeerReset;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;
import org.jspecify.annotations.Nullable;

/**
 * Ends a transfer, or the planning of one, when its connection or stream is closed under it, and
 * keeps the server from closing the connection as idle meanwhile. Thread-safe.
 */
final class CloseWatch {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private final Closeable closeable;
  private final CloseListener<Closeable, CloseType> listener;

  /** Pretends to read from the connection; null if it need not, or not any more. */
  private @Nullable FilterChainContext reading;

  /**
   * Begins to watch.
   *
   * @param left ends what works for the client
   * @param closeable the connection, or its HTTP/2 stream
   */
  CloseWatch(Runnable left, Closeable closeable, Connection<?> connection) {
    this.closeable = closeable;
    this.listener = (closed, type) -> left.run();
    closeable.addCloseListener(listener);
    this.reading = closeable == connection ? null : reading(connection);
  }

  /**
   * The outcome of a transfer whose connection is closed. A change of GlassFish's settings of a
   * listener stops it, and with it all its connections, which is not the clients' doing.
   */
  static Outcome whyClosed(Connection<?> connection) {
    if (connection.getTransport().isStopped()) {
      return Outcome.SHUTDOWN;
    }
    return PeerReset.isGivenUp(connection) ? Outcome.STALLED : Outcome.CLIENT_ABORTED;
  }

  /**
   * Keeps a connection from counting as idle while one of its streams is sent. Over HTTP/1.1 the
   * held request does so itself; contexts of streams do not pass the filter that watches the
   * connection, which would then be closed under a client that needs longer to open its window.
   */
  private static @Nullable FilterChainContext reading(Connection<?> connection) {
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
    return context;
  }

  /** Leaves nothing behind on a connection that lives on; further calls do nothing. */
  synchronized void end() {
    closeable.removeCloseListener(listener);
    FilterChainContext ended = reading;
    if (ended != null) {
      reading = null;
      ended.completeAndRecycle();
    }
  }
}
