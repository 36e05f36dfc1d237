package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.http2.PeerReset;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.http2.Http2Session;

/**
 * Refusals and bare headers that wait in the queue of an HTTP/2 connection. They have no transfer,
 * and so no claim on memory; Grizzly queues as many as there are requests. A client that waits for
 * its answers has at most one of them for each stream. Thread-safe.
 */
final class UnsentAnswers {
  private static final Attribute<AtomicInteger> WAITING =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          UnsentAnswers.class.getName(), AtomicInteger::new);

  private UnsentAnswers() {}

  /** Counts an answer that was handed to its sink; one too many resets its HTTP/2 connection. */
  static void add(Connection<?> connection, FilterChainSink answer) {
    if (answer.settled()) {
      return;
    }
    Http2Session session = Http2Session.get(connection);
    if (session == null) {
      return;
    }
    AtomicInteger waiting = WAITING.get(connection);
    int most = session.getLocalMaxConcurrentStreams();
    if (waiting.incrementAndGet() > most) {
      PeerReset.giveUp(connection);
    }
    answer.awaitWritable(waiting::decrementAndGet);
  }
}
