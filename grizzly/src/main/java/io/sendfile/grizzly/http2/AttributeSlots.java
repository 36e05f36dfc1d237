package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.Acknowledgements;
import io.sendfile.grizzly.sockets.KernelSocket;
import java.util.List;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.nio.transport.TCPNIOAsyncQueueWriter;

/**
 * Reserves slots for the attributes of a connection that is about to be upgraded to HTTP/2. Grizzly
 * 4 copies its array of attributes when it is full, and loses a value that another thread sets at
 * that time. After an upgrade one thread answers the request while another one reads the preface
 * and sets the attribute by which the codec recognises the following bytes as HTTP/2. If that value
 * is lost, the codec waits for the rest of an HTTP/1.1 request for ever.
 */
final class AttributeSlots {
  /** Attributes without an initial value: the module's, and two of Grizzly's. */
  private static final List<String> NAMES =
      List.of(
          PeerReset.class.getName(),
          FrameReader.class.getName(),
          KernelSocket.class.getName(),
          TCPNIOAsyncQueueWriter.class.getName() + ".compositeBuffer",
          "http2-push-enabled");

  private AttributeSlots() {}

  /** Reserves a slot for each attribute that one of the two threads may set. */
  static void reserve(Connection<?> connection) {
    Acknowledgements.written(connection);
    SentFrames.watched(connection);
    UnsentAnswers.waiting(connection);
    StreamOrder.of(connection);
    AttributeHolder attributes = connection.getAttributes();
    for (String name : NAMES) {
      if (attributes.getAttribute(name) == null) {
        // A removed attribute keeps its slot.
        attributes.setAttribute(name, name);
        attributes.removeAttribute(name);
      }
    }
  }
}
