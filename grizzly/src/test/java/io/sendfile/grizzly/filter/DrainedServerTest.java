package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.time.Duration;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.Test;

/** Answers of a server that an administrator drains. */
class DrainedServerTest extends ServerFixture {
  private static final int NO_ERROR = 0;
  private static final Duration LONG = Duration.ofMinutes(30);

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
  }

  @Override
  String[] settings() {
    return new String[] {"READINESS_PATH", "/health/ready"};
  }

  private void drain() {
    engine.drain().started();
    engine.drain().begin(LONG, LONG);
  }

  @Test
  void newDownloadsAreSentElsewhere() throws IOException {
    file("f", STALLING);
    drain();
    try (RawClient client = client()) {
      Reply reply = client.get("/?files:f");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.header("Connection")).isEqualToIgnoringCase("close");
      assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
      assertThat(client.drain()).as("nothing follows").isZero();
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS)).containsOnlyKeys("draining");
    engine.drain().cancel();
    try (RawClient client = client()) {
      assertThat(client.get("/?files:f").body()).hasSize(STALLING);
      assertThat(client.get("/?files:f").header("Connection")).isEmpty();
    }
  }

  /** They are over before anybody could wait for them. */
  @Test
  void filesThatGoOutInOneWriteAreSentAndTheirConnectionsClosed() throws IOException {
    file("small", 1000);
    drain();
    for (String request : new String[] {"GET", "HEAD"}) {
      try (RawClient client = client()) {
        client.send(request + " /?files:small HTTP/1.1\r\nHost: test\r\n\r\n");
        Reply reply = client.read(request);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Connection")).isEqualToIgnoringCase("close");
        assertThat(client.drain()).isZero();
      }
    }
  }

  @Test
  void runningDownloadGoesOnAndEndsAtTheDeadline() throws Exception {
    byte[] bytes = file("f", STALLING);
    engine.drain().started();
    try (RawClient first = new RawClient(connectPlain(4096)).sendGet("/?files:f")) {
      awaitState(TransferState.WAITING_PEER);
      drain();
      assertBytes(first.read().body(), bytes);
    }
    awaitEnd(Outcome.COMPLETED);
    engine.drain().cancel();
    try (RawClient second = new RawClient(connectPlain(4096)).sendGet("/?files:f")) {
      awaitState(TransferState.WAITING_PEER);
      engine.drain().begin(Duration.ZERO, LONG);
      awaitEnd(Outcome.SHUTDOWN);
      assertThat(second.drain()).isLessThan(STALLING);
    }
  }

  @Test
  void streamsGoOnAndTheirClientIsToldToOpenNoMore() throws Exception {
    byte[] bytes = file("f", STALLING);
    engine.drain().started();
    try (RawHttp2Client client = new RawHttp2Client(connectPlain(0))) {
      client.send(RawHttp2Client.preface(100), RawHttp2Client.get(1, "/?files:f"));
      client.until(() -> client.body(1).length == 100);
      drain();
      client.send(RawHttp2Client.get(3, "/?files:f"), RawHttp2Client.get(5, "/?files:f"));
      client.until(() -> client.ended(3) && client.ended(5));
      assertThat(client.goAwayCode()).isEqualTo(NO_ERROR);
      client.send(
          RawHttp2Client.windowUpdate(0, STALLING), RawHttp2Client.windowUpdate(1, STALLING));
      client.until(() -> client.ended(1));
      assertBytes(client.body(1), bytes);
    }
    awaitEnd(Outcome.COMPLETED);
    assertThat(stats.snapshot().counts().of(Breakdown.REFUSALS, "draining")).isEqualTo(2);
  }

  private void assertReadiness(int status, String text, String agent) throws IOException {
    try (RawClient client = client()) {
      Reply reply = client.get("/health/ready");
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.reason()).isEqualTo(agent);
      assertThat(reply.text()).isEqualTo(text + "\n");
      assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    }
    try (RawClient client = client()) {
      assertThat(client.head("/health/ready").status()).isEqualTo(status);
    }
  }

  @Test
  void readinessIsToldToBalancers() throws IOException {
    assertReadiness(503, "starting", "down");
    engine.drain().started();
    assertReadiness(200, "ready", "up ready 100%");
    drain();
    assertReadiness(503, "draining", "drain");
    engine.drain().cancel();
    assertReadiness(200, "ready", "up ready 100%");
    engine.drain().stop(Duration.ZERO);
    assertReadiness(503, "stopping", "down");
  }

  private void assertComeBack(String text) throws IOException {
    try (RawClient client = client()) {
      Reply reply = client.get("/?files:f");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
      assertThat(reply.text()).isEqualTo(text);
    }
  }

  /** An application that is not loaded would not be found. */
  @Test
  void everyRequestIsToldToComeBackWhileTheServerStartsOrStops() throws IOException {
    file("f", STALLING);
    assertComeBack("starting\n");
    engine.drain().started();
    engine.drain().stop(Duration.ZERO);
    assertComeBack("stopping\n");
    engine.drain().restart();
    engine.apply(settingsWith());
    try (RawClient client = client()) {
      assertThat(client.get("/?files:f").body()).hasSize(STALLING);
    }
  }

  @Test
  void pathIsTheApplicationsUnlessItIsSetAndAskedFor() throws IOException {
    application = (request, response) -> response.getWriter().write("mine");
    engine.drain().started();
    try (RawClient client = client()) {
      assertThat(client.get("/health/ready/").text()).isEqualTo("mine");
      assertThat(client.get("/health/ready").text()).isEqualTo("ready\n");
      client.send("DELETE /health/ready HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.read("DELETE").text()).isEqualTo("mine");
      engine.apply(settingsWith());
      assertThat(client.get("/health/ready").text()).isEqualTo("mine");
    }
  }
}
