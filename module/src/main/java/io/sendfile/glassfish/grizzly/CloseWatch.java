package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Transfer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Ends a transfer when its connection or stream is closed under it, and keeps the server from
 * closing the connection as idle meanwhile. Thread-safe.
 */
final class CloseWatch {
  private final Closeable closeable;
  private final CloseListener<Closeable, CloseType> listener;
  private final @Nullable Activity activity;

  /**
   * Begins to watch.
   *
   * @param closeable the connection, or its HTTP/2 stream
   */
  CloseWatch(Transfer transfer, Closeable closeable, Connection<?> connection) {
    this.closeable = closeable;
    this.listener = (closed, type) -> transfer.end(Outcome.CLIENT_ABORTED);
    closeable.addCloseListener(listener);
    this.activity = closeable == connection ? null : Activity.of(connection);
  }

  /** Leaves nothing behind on a connection that lives on; further calls do nothing. */
  void end() {
    closeable.removeCloseListener(listener);
    if (activity != null) {
      activity.end();
    }
  }
}
