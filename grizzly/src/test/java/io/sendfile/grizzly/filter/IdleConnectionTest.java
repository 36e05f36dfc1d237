package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.ping;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.http2.Http2Configuration;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server closes idle connections, but never one with a download. */
class IdleConnectionTest extends ServerFixture {
  private static final int WINDOW = 65_535;

  private final ExecutorService requestThreads = Executors.newCachedThreadPool();

  /** As in GlassFish, requests have other threads than the frames of their connection. */
  @Override
  void configure(NetworkListener listener) {
    listener.getKeepAlive().setIdleTimeoutInSeconds(1);
    TestCertificate.secure(listener);
    listener.registerAddOn(
        new Http2AddOn(Http2Configuration.builder().executorService(requestThreads).build()));
    listener.registerAddOn((unused, builder) -> watchConnections(builder));
  }

  /** As in GlassFish, the filter that counts requests as activity does not see those of streams. */
  private static void watchConnections(FilterChainBuilder builder) {
    Filter idle = builder.get(builder.indexOfType(IdleTimeoutFilter.class));
    builder.remove(idle);
    builder.add(builder.indexOfType(HttpServerFilter.class), idle);
  }

  @AfterEach
  void endRequestThreads() {
    requestThreads.shutdownNow();
  }

  @Test
  void streamThatWaitsForWindowKeepsItsConnectionUntilItsEnd() throws Exception {
    byte[] bytes = file("f", 2 * WINDOW);
    try (RawHttp2Client waiting = http2().send(preface(WINDOW), get(1, "/?files:f"))) {
      waiting.until(() -> waiting.body(1).length == WINDOW);
      waitForIdleTimeout();

      waiting.send(ping());
      waiting.until(() -> waiting.pingsAnswered() == 1);
      waiting.send(windowUpdate(1, WINDOW), windowUpdate(0, WINDOW));
      waiting.until(() -> waiting.ended(1));
      assertBytes(waiting.body(1), bytes);
      awaitEnd(Outcome.COMPLETED);
      assertClosed(waiting);
    }
  }

  @Test
  void streamThatIsResetKeepsItsConnectionNoLonger() throws Exception {
    file("f", 2 * WINDOW);
    try (RawHttp2Client waiting = http2().send(preface(WINDOW), get(1, "/?files:f"))) {
      waiting.until(() -> waiting.body(1).length == WINDOW);
      engine.scheduler().transfers().forEach(transfer -> transfer.end(Outcome.CANCELLED));
      assertClosed(waiting);
    }
  }

  /** Waits until a later, idle connection has been closed. */
  private void waitForIdleTimeout() throws IOException {
    try (RawHttp2Client idle = http2().send(preface(WINDOW))) {
      assertClosed(idle);
    }
  }

  private static void assertClosed(RawHttp2Client client) {
    assertThatThrownBy(() -> client.until(() -> false)).hasMessageStartingWith("closed by the");
  }

  private RawHttp2Client http2() throws IOException {
    SSLSocket socket = TestCertificate.wrap(connect());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    return new RawHttp2Client(socket);
  }
}
