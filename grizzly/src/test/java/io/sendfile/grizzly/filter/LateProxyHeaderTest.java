package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.stats.Figure;
import java.time.Duration;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections whose PROXY header does not come in time. */
class LateProxyHeaderTest extends ServerFixture {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.grizzly");

  @Override
  String[] settings() {
    return new String[] {"TRUSTED_PROXIES", "127.0.0.1"};
  }

  @Override
  void watch(FilterChainBuilder builder) {
    ProxyProtocol.join(LISTENER, builder, engine.at(LISTENER), Duration.ofMillis(200));
  }

  @Test
  void connectionIsClosed() throws Exception {
    // The check of a balancer that only connects is no fault.
    client().close();
    try (RawClient silent = client();
        RawClient slow = client()) {
      slow.send("PROXY TCP4 192.0.2.44");
      assertThat(silent.drain()).isZero();
      assertThat(slow.drain()).isZero();
    }
    assertThat(Figure.CONNECTIONS_REFUSED.of(stats.snapshot())).isEqualTo(2);
    assertThat(log.warnings()).singleElement().asString().contains("no whole PROXY header");
  }

  /** The deadline of the silent one, which came later, has passed for the other one as well. */
  @Test
  void connectionWithItsHeaderOutlivesTheDeadline() throws Exception {
    file("f", 10);
    try (RawClient proxied = client();
        RawClient silent = client()) {
      proxied.send("PROXY TCP4 192.0.2.44 192.0.2.1 1 2\r\n");
      assertThat(silent.drain()).isZero();
      proxied.send("GET /?files:f HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
      assertThat(proxied.drain()).isPositive();
    }
  }
}
