package io.sendfile.glassfish.http2;

import io.sendfile.glassfish.sockets.Acknowledgements;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.nio.transport.TCPNIOAsyncQueueWriter;

/**
 * Room for the attributes of a connection that is about to be upgraded to HTTP/2. Grizzly 4 copies
 * its array of attributes when one too many gets its first value, and loses a value that another
 * thread sets meanwhile. After an upgrade one thread answers the request while another one reads
 * the preface and sets the attribute by which the codec knows the following bytes for HTTP/2. If
 * that is lost, the codec waits for the rest of an HTTP/1.1 request for ever.
 */
final class AttributeRoom {
  /** Grizzly's own, set with the first write of several buffers. */
  private static final String COMPOSITE =
      TCPNIOAsyncQueueWriter.class.getName() + ".compositeBuffer";

  private AttributeRoom() {}

  /** Gives the attributes that the first write of a download sets their places. */
  static void reserve(Connection<?> connection) {
    SentFrames.watched(connection);
    Acknowledgements.written(connection);
    AttributeHolder attributes = connection.getAttributes();
    if (attributes.getAttribute(COMPOSITE) == null) {
      // A removed attribute keeps its place.
      attributes.setAttribute(COMPOSITE, COMPOSITE);
      attributes.removeAttribute(COMPOSITE);
    }
  }
}
