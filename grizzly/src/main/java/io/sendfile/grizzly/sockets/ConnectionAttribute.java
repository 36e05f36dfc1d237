package io.sendfile.grizzly.sockets;

import java.util.function.Supplier;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.jspecify.annotations.Nullable;

/**
 * A value of each connection, made when it is asked for first. Grizzly 4.0.0, of GlassFish 7.0.0 to
 * 7.0.9, has no attributes that a Supplier makes. Safe for use by several threads.
 *
 * @param <T> the type of the values
 */
public final class ConnectionAttribute<T> {
  private final Attribute<T> attribute;
  private final Supplier<T> first;

  /** One for all connections. */
  public ConnectionAttribute(Class<?> owner, Supplier<T> first) {
    attribute = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(owner.getName());
    this.first = first;
  }

  /** The value, a new one if the connection has none. */
  public T get(Connection<?> connection) {
    T value = peek(connection);
    return value == null ? make(connection) : value;
  }

  private synchronized T make(Connection<?> connection) {
    T value = peek(connection);
    if (value == null) {
      value = first.get();
      attribute.set(connection, value);
    }
    return value;
  }

  /** The value; null if the connection has none. */
  public @Nullable T peek(Connection<?> connection) {
    return attribute.get(connection);
  }
}
