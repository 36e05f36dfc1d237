package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.Test;

class ConnectionAttributeTest {
  private final AtomicInteger made = new AtomicInteger();
  private final ConnectionAttribute<Integer> attribute =
      new ConnectionAttribute<>(ConnectionAttributeTest.class, made::incrementAndGet);

  private static Connection<?> connection() throws Exception {
    return new TCPNIOConnection(TCPNIOTransportBuilder.newInstance().build(), null);
  }

  @Test
  void isMadeOnceForEachConnection() throws Exception {
    Connection<?> one = connection();
    Connection<?> other = connection();

    assertThat(attribute.peek(one)).isNull();
    assertThat(attribute.get(one)).isEqualTo(1).isEqualTo(attribute.get(one));
    assertThat(attribute.get(other)).isEqualTo(2);
    assertThat(attribute.peek(one)).isEqualTo(1);
  }
}
