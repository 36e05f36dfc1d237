package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.junit.jupiter.api.Test;

/** An HTTP/2 connection that nobody reads, after the end of its streams. */
class UnreadConnectionTest extends ServerFixture {
  private static final int STREAMS = 20;
  private static final int OPEN = 1 << 30;
  private static final int LARGE = 100 << 20;

  private final Queue<WeakReference<byte[]>> bodies = new ConcurrentLinkedQueue<>();

  @Override
  String[] settings() {
    return new String[] {"STALL_TIMEOUT_SECONDS", "1"};
  }

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
    listener.registerAddOn((unused, builder) -> insert(builder));
  }

  private void insert(FilterChainBuilder builder) {
    builder.add(builder.indexOfType(Http2ServerFilter.class) + 1, new Bodies());
  }

  /** Sees the bytes that streams hand to the connection. */
  private final class Bodies extends BaseFilter {
    @Override
    public NextAction handleWrite(FilterChainContext context) {
      if (context.getMessage() instanceof HttpContent body && body.getContent().hasArray()) {
        bodies.add(new WeakReference<>(body.getContent().array()));
      }
      return context.getInvokeAction();
    }
  }

  @Test
  void holdsNoBytesBeforeAFullSocket() throws IOException {
    assertNothingIsHeld(windowUpdate(0, OPEN));
  }

  @Test
  void holdsNoBytesBeforeTheWindowOfTheConnection() throws IOException {
    assertNothingIsHeld();
  }

  private void assertNothingIsHeld(byte[]... frames) throws IOException {
    sparseFile("large", LARGE);
    try (RawHttp2Client client =
        new RawHttp2Client(connectPlain(4096)).send(preface(OPEN)).send(frames)) {
      for (int i = 0; i < STREAMS; i++) {
        client.send(get(2 * i + 1, "/?files:large"));
      }
      await("all streams were given up", () -> results.size() == STREAMS);
      assertThat(results).extracting(TransferResult::outcome).containsOnly(Outcome.STALLED);
      assertThat(bodies).isNotEmpty();
      await("their bytes are gone", this::nothingIsHeld);
    }
  }

  private boolean nothingIsHeld() {
    System.gc();
    return bodies.stream().map(WeakReference::get).noneMatch(Objects::nonNull);
  }
}
