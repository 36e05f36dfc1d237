package io.sendfile.grizzly.filter;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The access log's line of one exchange, written once: as soon as no hand-off can answer the
 * request any more, or at the end of the transfer. Thread-safe.
 */
public final class DeferredLine {
  private final HeldRequest held;
  private final LongConsumer line;
  private final CloseListener<Closeable, CloseType> closeListener = (closed, type) -> clientLeft();

  /** Counts what is sent in the application's place; null while its own response stands. */
  private volatile @Nullable LongSupplier sent;

  private volatile boolean clientLeft;
  private boolean written;

  DeferredLine(HeldRequest held, LongConsumer line) {
    this.held = held;
    this.line = line;
  }

  /**
   * Registers a line to be written at the end of the response, however it ends. To be called while
   * the request is served, before the application.
   *
   * @param line writes it, and does not throw. Called once, while request and response still exist:
   *     on a request thread, or on the thread that noticed that the client of an asynchronous
   *     request has left. It takes the body bytes that were sent in the application's place, at
   *     least 0; -1 if the application's own response stands
   * @return false if the request did not come through {@link HandOffHandler}: the server then has
   *     to write the line
   */
  public static boolean defer(Request request, LongConsumer line) {
    Exchange exchange = Exchange.of(request.getRequest());
    if (exchange == null) {
      return false;
    }
    exchange.held().keepFor(new DeferredLine(exchange.held(), line));
    return true;
  }

  /** Counts from now on the body bytes that are sent in the application's place. */
  void countedBy(LongSupplier bodyBytes) {
    sent = bodyBytes;
  }

  /** Writes it, unless already written. When this returns, the request may be recycled. */
  void write() {
    synchronized (this) {
      if (!written) {
        written = true;
        LongSupplier counted = sent;
        line.accept(counted == null ? -1 : counted.getAsLong());
      }
    }
    held.closeable().removeCloseListener(closeListener);
  }

  /**
   * The application has returned, but the request stays open. When the client of an asynchronous
   * request leaves, Grizzly drops the request without an event.
   *
   * @param committed whether the response is on its way
   */
  void staysOpen(boolean committed) {
    if (committed && sent == null) {
      write();
      return;
    }
    held.closeable().addCloseListener(closeListener);
    if (isWritten()) {
      // Another thread has written the line: removes the listener, as the connection lives on.
      held.closeable().removeCloseListener(closeListener);
    }
  }

  private synchronized boolean isWritten() {
    return written;
  }

  /** A running transfer ends by itself; the number of bytes is known only then. */
  private void clientLeft() {
    clientLeft = true;
    if (!held.sending()) {
      write();
    }
  }

  /** The transfer is over; the application has not completed the request. */
  void transferFinished() {
    if (clientLeft) {
      write();
    }
  }
}
