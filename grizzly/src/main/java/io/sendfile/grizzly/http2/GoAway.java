package io.sendfile.grizzly.http2;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;

/**
 * Announces the end of a connection (RFC 9113 section 6.8): its client must open further streams on
 * another one. Streams that are open, or about to be, go on: the frame names the highest possible
 * one. Grizzly's own end of a session forgets streams.
 */
public final class GoAway {
  private static final int TYPE = 7;
  private static final int NO_ERROR = 0;

  private static final Attribute<Boolean> ANNOUNCED =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(GoAway.class.getName());

  private GoAway() {}

  /** Sends it, once per connection; clients ignore a second one of two threads that meet here. */
  public static void announce(Connection<?> connection) {
    if (ANNOUNCED.isSet(connection) || !connection.isOpen()) {
      return;
    }
    ANNOUNCED.set(connection, true);
    Http2Frames.send(connection, TYPE, 0, Integer.MAX_VALUE, NO_ERROR);
  }
}
