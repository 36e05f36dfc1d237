package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.ConnectionAttribute;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http2.Http2Session;

/**
 * Counts the refusals and bodiless responses that wait in the queue of an HTTP/2 connection. They
 * have no transfer, and so no claim on memory, and Grizzly's queue has no bound. A client that
 * waits for its responses has at most one of them for each stream. Thread-safe.
 */
public final class UnsentAnswers {
  private static final ConnectionAttribute<AtomicInteger> WAITING =
      new ConnectionAttribute<>(UnsentAnswers.class, AtomicInteger::new);

  private UnsentAnswers() {}

  /** The number of responses of a connection that wait. */
  static AtomicInteger waiting(Connection<?> connection) {
    return WAITING.get(connection);
  }

  /**
   * Counts a response that was written and has not been sent; one too many resets the connection.
   *
   * @param whenSent registers an action to be run once the response has been sent or has failed
   */
  public static void add(Connection<?> connection, Consumer<Runnable> whenSent) {
    Http2Session session = Http2Session.get(connection);
    if (session == null) {
      return;
    }
    AtomicInteger waiting = waiting(connection);
    int most = session.getLocalMaxConcurrentStreams();
    if (waiting.incrementAndGet() > most) {
      PeerReset.giveUp(connection);
    }
    whenSent.accept(waiting::decrementAndGet);
  }
}
