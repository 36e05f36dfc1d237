package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.ping;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.http2.Http2Configuration;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.http2.Http2Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Races between a client's frames and the threads that wait for its streams. */
class ClearHttp2HandOffTest extends ServerFixture {
  private static final int WINDOW = 65_535;
  private static final int MIB = 1 << 20;
  private static final int PROTOCOL_ERROR = 1;
  private static final int WINDOW_UPDATE = 8;
  private static final int WINDOW_UPDATE_BYTES = 13;
  private static final int MANY = 99;

  /**
   * The smallest window of a stream whose opening Grizzly 4 never misses: below it, a window that
   * is opened while a body is being queued leaves that body in the queue.
   */
  private static final int SMALLEST_WINDOW = 4;

  /** The same as SETTINGS_INITIAL_WINDOW_SIZE, in base64url. */
  private static final String SMALLEST_WINDOW_SETTING = "AAQAAAAE";

  private final CountDownLatch reads = new CountDownLatch(1);
  private final CountDownLatch mayReadOn = new CountDownLatch(1);

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
    listener.registerAddOn(
        (unused, builder) ->
            builder.add(builder.indexOfType(Http2ServerFilter.class) + 1, new Gate()));
  }

  /** Runs something when Grizzly is about to look for a stream whose window is opened. */
  private volatile Consumer<Http2Session> beforeWindowUpdate = session -> {};

  @Override
  void watch(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    builder.set(index, new Watched(((Http2ServerFilter) builder.get(index)).getConfiguration()));
  }

  private final class Watched extends Http2ServerFilter {
    Watched(Http2Configuration configuration) {
      super(configuration);
    }

    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
      if (context.getMessage() instanceof HttpContent content
          && content.getContent().remaining() >= WINDOW_UPDATE_BYTES
          && content.getContent().get(content.getContent().position() + 3) == WINDOW_UPDATE) {
        beforeWindowUpdate.accept(Http2Session.get(context.getConnection()));
      }
      return super.handleRead(context);
    }
  }

  /** Holds the thread that reads the frames of a connection, at a request for {@code /hold}. */
  private final class Gate extends BaseFilter {
    @Override
    public NextAction handleRead(FilterChainContext context) {
      HttpContent content = context.getMessage();
      HttpRequestPacket request = (HttpRequestPacket) content.getHttpHeader();
      if (request.getRequestURI().equals("/hold")) {
        reads.countDown();
        pass(mayReadOn);
      }
      return context.getInvokeAction();
    }
  }

  private RawHttp2Client http2() throws IOException {
    return new RawHttp2Client(connect());
  }

  private static void pass(CountDownLatch gate) {
    try {
      assertThat(gate.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void upgradedRequestThatEndsLeavesTheFramesToTheThreadThatReads() throws Exception {
    byte[] bytes = file("f", 1000);
    AtomicReference<Thread> upgraded = new AtomicReference<>();
    CountDownLatch mayEnd = new CountDownLatch(1);
    application =
        (request, response) -> {
          if (request.getRequestURI().equals("/upgraded")) {
            upgraded.set(Thread.currentThread());
            pass(mayEnd);
          }
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawHttp2Client client = http2().upgrade("/upgraded")) {
      client.send(preface(MIB), get(3, "/hold"), windowUpdate(3, 1), windowUpdate(3, 1), ping());
      pass(reads);
      mayEnd.countDown();
      client.until(() -> client.ended(1));
      await("the thread of the upgraded request has no more to do", () -> idle(upgraded.get()));
      mayReadOn.countDown();
      client.until(() -> client.ended(3) && client.pingsAnswered() == 1);
      assertBytes(client.body(1), bytes);
      assertBytes(client.body(3), bytes);
      assertThat(client.goAwayCode()).isNull();
    }
  }

  /** Grizzly 4 loses an attribute that is set while the array of all grows. */
  @ParameterizedTest
  @ValueSource(strings = {"f", "missing"})
  void answerOfAnUpgradedRequestLeavesTheArrayOfAttributesAlone(String name) throws Exception {
    file("f", 1000);
    AtomicReference<Connection<?>> connection = new AtomicReference<>();
    AtomicReference<Object> before = new AtomicReference<>();
    application =
        (request, response) -> {
          connection.set(request.getContext().getConnection());
          before.set(attributes(connection.get()));
          response.setHeader("X-Sendfile", "files:" + name);
        };
    try (RawHttp2Client client = http2().upgrade("/", SMALLEST_WINDOW_SETTING)) {
      client.send(preface(SMALLEST_WINDOW), ping());
      client.until(() -> client.pingsAnswered() == 1);
      client.send(windowUpdate(1, MIB));
      client.until(() -> client.ended(1));
      assertThat(attributes(connection.get())).isSameAs(before.get());
    }
  }

  private static Object attributes(Connection<?> connection) {
    try {
      AttributeHolder holder = connection.getAttributes();
      Field state = holder.getClass().getDeclaredField("state");
      state.setAccessible(true);
      Field values = state.get(holder).getClass().getDeclaredField("values");
      values.setAccessible(true);
      return values.get(state.get(holder));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean idle(Thread pooled) {
    Thread.State state = pooled.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  /** Its header goes out with the body where it can, and before it where it must. */
  @Test
  void headerOfASmallFileWaitsForNoWindow() throws Exception {
    byte[] bytes = file("f", 1000);
    file("large", WINDOW + 500);
    try (RawHttp2Client client = http2().send(preface(MIB), get(1, "/?files:large"))) {
      client.until(() -> client.body(1).length == WINDOW);
      client.send(get(3, "/?files:f"));
      client.until(() -> client.begun(3));
      assertThat(client.body(3)).as("beyond the window of the connection").isEmpty();
      client.send(windowUpdate(0, MIB));
      client.until(() -> client.ended(3) && client.ended(1));
      assertBytes(client.body(3), bytes);
    }
  }

  @Test
  void headerOfASmallFileWaitsForNoWindowOfItsStream() throws Exception {
    byte[] bytes = file("f", 1000);
    try (RawHttp2Client client = http2().send(preface(0), get(1, "/?files:f"))) {
      client.until(() -> client.begun(1));
      assertThat(client.body(1)).isEmpty();
      awaitState(TransferState.WAITING_PEER);
      client.send(windowUpdate(1, MIB));
      client.until(() -> client.ended(1));
      assertBytes(client.body(1), bytes);
    }
  }

  /** The connection's window is used up, so that the last frame waits in Grizzly. */
  @Test
  void windowOfStreamWhoseLastFrameIsOnItsWayIsNoAbort() throws Exception {
    byte[] bytes = file("f", WINDOW + 500);
    try (RawHttp2Client client = http2().send(preface(MIB), get(1, "/?files:f"))) {
      client.until(() -> client.body(1).length == WINDOW);
      client.send(windowUpdate(1, 1000), ping());
      client.until(() -> client.pingsAnswered() == 1);
      engine.scheduler().tick();
      client.send(windowUpdate(0, MIB));
      client.until(() -> client.ended(1));
      awaitEnd(Outcome.COMPLETED);
      assertBytes(client.body(1), bytes);
    }
  }

  /** As a static file that is sent before the container sees the request. */
  @Test
  void requestWithoutNotesIsRecycledWhileItsBodyIsSent() throws Exception {
    byte[] bytes = file("f", WINDOW + 500);
    AtomicReference<Request> served = new AtomicReference<>();
    application =
        (request, response) -> {
          served.set(request);
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawHttp2Client client = http2().send(preface(5), get(1, "/"))) {
      awaitState(TransferState.WAITING_PEER);
      await("the request is recycled", () -> served.get().getRequest() == null);
      client.send(windowUpdate(1, MIB), windowUpdate(0, MIB));
      client.until(() -> client.ended(1));
      assertBytes(client.body(1), bytes);
    }
  }

  /** Grizzly forgets ended streams some fifty at a time, and must not be asked for one then. */
  @Test
  void streamsThatEndWhileWindowIsOpenedLeaveTheConnectionAlone() throws Exception {
    file("f", 1000);
    byte[][] frames = new byte[MANY + 1][];
    frames[0] = preface(5);
    for (int i = 1; i <= MANY; i++) {
      frames[i] = get(2 * i - 1, "/?files:f");
    }
    beforeWindowUpdate =
        session -> {
          engine.scheduler().transfers().forEach(transfer -> transfer.end(Outcome.CANCELLED));
          await("the stream is forgotten", () -> session.getStream(1) == null);
        };
    try (RawHttp2Client client = http2().send(frames)) {
      await("all have begun", () -> engine.scheduler().transfers().size() == MANY);
      client.send(windowUpdate(1, 1), ping());
      client.until(() -> client.pingsAnswered() == 1);
      assertThat(client.goAwayCode()).isNull();
    }
  }

  @Test
  void windowsThatAreReadAtOnceAllCount() throws Exception {
    byte[] bytes = file("f", 1000);
    byte[][] frames = new byte[30][];
    try (RawHttp2Client client = http2().send(preface(5))) {
      for (int i = 1; i < 20; i += 2) {
        int stream = i;
        Arrays.fill(frames, windowUpdate(stream, 35));
        frames[0] = get(stream, "/?files:f");
        client.send(frames);
        client.until(() -> client.ended(stream));
        assertBytes(client.body(stream), bytes);
      }
    }
  }

  /** The transfer's buffer is larger than the queue from which on Grizzly makes writers wait. */
  @Test
  void applicationThatFlushesAfterTheHandOffWaitsForNobody() throws Exception {
    engine.apply(settingsWith("BUFFER_BYTES", Integer.toString(MIB)));
    byte[] bytes = file("f", 300_000);
    CountDownLatch flushed = new CountDownLatch(1);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          response.flush();
          awaitState(TransferState.WAITING_PEER);
          response.flush();
          flushed.countDown();
        };
    try (RawHttp2Client client = http2().send(preface(5), get(1, "/"))) {
      pass(flushed);
      client.send(windowUpdate(1, MIB), windowUpdate(0, MIB));
      client.until(() -> client.ended(1));
      awaitEnd(Outcome.COMPLETED);
      assertBytes(client.body(1), bytes);
    }
  }

  @Test
  void windowOfStreamThatNeverWasIsAnError() throws Exception {
    file("f", 1000);
    try (RawHttp2Client client = http2().send(preface(MIB), get(1, "/?files:f"))) {
      client.until(() -> client.ended(1));
      client.send(windowUpdate(3, 1), ping());
      client.until(() -> client.goAwayCode() != null);
      assertThat(client.goAwayCode()).isEqualTo(PROTOCOL_ERROR);
    }
  }

  /** Only an upgraded connection has a stream before the first request (section 5.1). */
  @Test
  void windowOfTheFirstStreamBeforeAnyRequestIsAnError() throws Exception {
    try (RawHttp2Client client = http2().send(preface(MIB), windowUpdate(1, 1), ping())) {
      client.until(() -> client.goAwayCode() != null);
      assertThat(client.goAwayCode()).isEqualTo(PROTOCOL_ERROR);
    }
  }
}
