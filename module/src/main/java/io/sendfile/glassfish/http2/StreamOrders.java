package io.sendfile.glassfish.http2;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;

/** The order of the streams of each HTTP/2 connection. Thread-safe. */
public final class StreamOrders {
  private static final Attribute<StreamOrder> ORDER =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          StreamOrders.class.getName(), StreamOrder::new);

  private StreamOrders() {}

  /** The order of a connection, created if missing. */
  public static StreamOrder of(Connection<?> connection) {
    return ORDER.get(connection);
  }
}
