package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.Test;

/** Memory for two transfers, a queue of one; two per connection. */
class AdmissionRefusalTest extends ServerFixture {
  /** Streams that Grizzly and GlassFish let a client have at once. */
  private static final int STREAMS = 100;

  @Override
  String[] settings() {
    return with(Map.of());
  }

  private static String[] with(Map<String, String> others) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "ZERO_COPY", "false",
                "MAX_WAITING_TRANSFERS", "1",
                // For two of HTTP/1.1.
                "MAX_BUFFERED_BYTES", String.valueOf(5 * ResponseSinks.buffered(0, false) / 2),
                "MAX_CLIENT_TRANSFERS", "0"));
    all.putAll(others);
    return all.entrySet().stream()
        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
        .toArray(String[]::new);
  }

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
  }

  private RawClient asking() throws IOException {
    return new RawClient(connectPlain(4096)).sendGet("/?files:f");
  }

  /**
   * A client that takes nothing. The memory of its pieces is given back by then: newcomers wait for
   * that, and a further one would be refused.
   *
   * @param number of such clients, with this one
   */
  private RawClient stalled(int number) throws IOException {
    RawClient client = asking();
    await(
        "it is stalled",
        () ->
            engine.scheduler().transfers().stream()
                    .filter(transfer -> transfer.state() == TransferState.WAITING_PEER)
                    .count()
                == number);
    return client;
  }

  private void cancelOne() throws InterruptedException {
    awaitState(TransferState.WAITING_PEER);
    engine.scheduler().transfers().stream()
        .filter(transfer -> transfer.state() == TransferState.WAITING_PEER)
        .findAny()
        .orElseThrow()
        .end(Outcome.CANCELLED);
    awaitEnd(Outcome.CANCELLED);
  }

  private void assertRefused(String reason) throws IOException {
    try (RawClient client = client()) {
      Reply reply = client.get("/?files:f");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS)).containsOnlyKeys(reason);
  }

  @Test
  void newcomersWaitForMemoryThenAreRefused() throws Exception {
    byte[] bytes = file("f", STALLING);
    file("small", 10);
    try (RawClient first = stalled(1);
        RawClient second = stalled(2);
        RawClient waiting = asking()) {
      await("it waits", () -> engine.scheduler().usage().waiting() == 1);
      assertRefused("buffers-full");
      try (RawClient client = client()) {
        assertThat(client.get("/?files:small").status()).as("small, and no memory").isEqualTo(503);
      }
      cancelOne();
      await("it starts", () -> engine.scheduler().usage().waiting() == 0);
      assertBytes(waiting.read().body(), bytes);
      assertThat(List.of(first, second)).hasSize(2);
    }
    await("all is given back", () -> engine.scheduler().usage().heldBytes() == 0);
  }

  @Test
  void clientIsRefusedBeyondItsNumber() throws Exception {
    file("f", STALLING);
    engine.apply(settingsWith(with(Map.of("MAX_CLIENT_TRANSFERS", "1"))));
    try (RawClient first = stalled(1)) {
      assertRefused("client-limit");
      cancelOne();
      assertThat(first.drain()).isPositive();
    }
    try (RawClient client = client()) {
      assertThat(client.get("/?files:f").status()).isEqualTo(200);
    }
  }

  /**
   * It opens a stream as soon as one has ended, which it knows before the server is done with it.
   */
  @Test
  void clientWithAsManyStreamsAsGlassFishAllowsIsNeverRefused() throws Exception {
    file("f", 100_000);
    engine.apply(
        settingsWith(
            with(Map.of("MAX_BUFFERED_BYTES", Setting.MAX_BUFFERED_BYTES.defaultValue()))));
    try (RawHttp2Client client = new RawHttp2Client(connectPlain(0))) {
      client.send(RawHttp2Client.preface(1 << 30), RawHttp2Client.windowUpdate(0, 1 << 30));
      Deque<Integer> open = new ArrayDeque<>();
      for (int stream = 1; stream < 6000; stream += 2) {
        if (open.size() == STREAMS) {
          client.until(() -> open.removeIf(client::ended));
        }
        client.send(RawHttp2Client.get(stream, "/?files:f"));
        open.add(stream);
      }
      client.until(() -> open.stream().allMatch(client::ended));
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS)).isEmpty();
  }
}
