package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.ping;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.reset;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.http2.SentFrames;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.http2.Http2Configuration;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.http2.Http2Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that streams of HTTP/2 leave in the queues of their connection when they end. */
class LeftBehindTest extends ServerFixture {
  private static final int STREAMS = 3;
  private static final int MOST = 2 * STREAMS;
  private static final int ROUNDS = 40;
  private static final int OPEN = 1 << 30;
  private static final int LARGE = 100 << 20;

  private final Queue<WeakReference<byte[]>> bodies = new ConcurrentLinkedQueue<>();
  private final AtomicLong ahead = new AtomicLong();
  private volatile Connection<?> connection;
  private int newest = -1;

  @Override
  long nanoTime() {
    return System.nanoTime() + ahead.get();
  }

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(
        new Http2AddOn(Http2Configuration.builder().maxConcurrentStreams(STREAMS).build()));
    listener.registerAddOn(
        (unused, builder) ->
            builder.add(builder.indexOfType(Http2ServerFilter.class) + 1, new Bodies()));
    application =
        (request, response) -> {
          connection = request.getContext().getConnection();
          response.setHeader("X-Sendfile", request.getQueryString());
        };
  }

  /** Sees what the streams hand to the connection. */
  private final class Bodies extends BaseFilter {
    @Override
    public NextAction handleWrite(FilterChainContext context) {
      if (context.getMessage() instanceof HttpContent body && body.getContent().hasArray()) {
        bodies.add(new WeakReference<>(body.getContent().array()));
      }
      return context.getInvokeAction();
    }
  }

  private long bytesInMemory() {
    System.gc();
    return bodies.stream()
        .map(WeakReference::get)
        .filter(Objects::nonNull)
        .distinct()
        .mapToLong(body -> body.length)
        .sum();
  }

  private RawHttp2Client unread(boolean windowIsOpen) throws IOException {
    sparseFile("large", LARGE);
    byte[] window = windowIsOpen ? windowUpdate(0, OPEN) : ping();
    return new RawHttp2Client(connectPlain(4096)).send(preface(OPEN), window);
  }

  /** Opens streams, has them all begun or refused, and ends those that have begun. */
  private void round(RawHttp2Client client, Consumer<Transfer> end) throws IOException {
    int first = newest + 2;
    for (int i = 0; i < MOST; i++) {
      newest += 2;
      client.send(get(newest, "/?files:large"));
    }
    await("all were answered", () -> 2 * answered() > newest);
    await("all that have begun wait for the client", this::allWait);
    engine.scheduler().transfers().forEach(end);
    for (int stream = first; stream <= newest; stream += 2) {
      client.send(reset(stream));
    }
    await("all have ended", () -> engine.scheduler().transfers().isEmpty());
  }

  /** A transfer counts as started shortly before the scheduler lists it. */
  private boolean allWait() {
    List<Transfer> running = List.copyOf(engine.scheduler().transfers());
    return running.size() + results.size() == Figure.STARTED.of(stats.snapshot())
        && running.stream().allMatch(one -> one.state() == TransferState.WAITING_PEER);
  }

  private Map<String, Long> refused() {
    return stats.snapshot().counts().each(Breakdown.REFUSALS);
  }

  private long answered() {
    return Figure.STARTED.of(stats.snapshot()) + Figure.REFUSED.of(stats.snapshot());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rapidResetsFillNoMoreMemoryThanIsClaimed(boolean windowIsOpen) throws IOException {
    try (RawHttp2Client client = unread(windowIsOpen)) {
      for (int i = 0; i < ROUNDS && refused().isEmpty(); i++) {
        round(client, unused -> {});
        assertThat(engine.scheduler().usage().heldBytes()).isGreaterThanOrEqualTo(bytesInMemory());
      }
      assertThat(refused()).containsOnlyKeys("connection-limit");
      assertThat(results).extracting(TransferResult::outcome).containsOnly(Outcome.CLIENT_ABORTED);
      assertThat(connection.isOpen()).isTrue();
    }
    await("a closed connection claims nothing", () -> engine.scheduler().usage().heldBytes() == 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"CANCELLED", "TOO_SLOW", "CHANGED", "IO_ERROR"})
  void streamsThatTheServerEndsKeepTheirClaims(Outcome outcome) throws IOException {
    try (RawHttp2Client client = unread(false)) {
      round(client, transfer -> transfer.end(outcome));
      assertThat(engine.scheduler().usage().heldBytes())
          .isGreaterThanOrEqualTo(bytesInMemory())
          .isPositive();
      round(client, transfer -> transfer.end(outcome));
      assertThat(refused()).containsKey("connection-limit");
      assertThat(results).extracting(TransferResult::outcome).containsOnly(outcome);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clientThatReadsOnGoesOn(boolean windowIsOpen) throws IOException {
    byte[] bytes = file("small", 1000);
    try (RawHttp2Client client = unread(windowIsOpen)) {
      for (int i = 0; i < ROUNDS && refused().isEmpty(); i++) {
        round(client, unused -> {});
      }
      client.send(windowUpdate(0, 1 << 20), ping());
      client.until(() -> client.pingsAnswered() > (windowIsOpen ? 0 : 1));
      await("nothing is claimed", () -> engine.scheduler().usage().heldBytes() == 0);
      client.send(get(newest += 2, "/?files:small"));
      client.until(() -> client.ended(newest));
      assertBytes(client.body(newest), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clientThatTakesNothingForTheStallTimeoutIsCutOff(boolean windowIsOpen) throws IOException {
    try (RawHttp2Client client = unread(windowIsOpen)) {
      for (int i = 0; i < ROUNDS && refused().isEmpty(); i++) {
        round(client, unused -> {});
      }
      assertThat(connection.isOpen()).isTrue();
      await(
          "the connection is closed",
          () -> {
            ahead.addAndGet(TimeUnit.SECONDS.toNanos(1));
            return !connection.isOpen();
          });
      await("nothing is claimed", () -> engine.scheduler().usage().heldBytes() == 0);
    }
  }

  /** Bytes that have not reached the connection's queue are dropped with their stream. */
  @Test
  void streamThatIsResetBeforeItsOwnWindowLeavesNothing() throws IOException {
    sparseFile("large", LARGE);
    try (RawHttp2Client client =
        new RawHttp2Client(connect()).send(preface(1000), windowUpdate(0, OPEN))) {
      round(client, unused -> {});
      await("nothing is claimed", () -> engine.scheduler().usage().heldBytes() == 0);
      assertThat(connection.isOpen()).isTrue();
    }
  }

  @Test
  void answersWithoutTransferAreNotWatched() throws IOException {
    try (RawHttp2Client client = new RawHttp2Client(connect()).send(preface(OPEN))) {
      file("f", 10);
      for (newest = 1; newest < 40; newest += 2) {
        client.send(get(newest, newest % 4 == 1 ? "/?files:missing" : "/?files:f"));
        client.until(() -> client.ended(newest));
      }
      await("none is watched", () -> SentFrames.watched(connection) == 0);
    }
  }

  @Test
  void connectionThatTakesNoRefusalsIsCutOff() throws IOException {
    try (RawHttp2Client client = unread(true)) {
      for (int i = 0; i < ROUNDS && refused().isEmpty(); i++) {
        round(client, unused -> {});
      }
      int streams = Http2Session.get(connection).getLocalMaxConcurrentStreams();
      for (int i = 0; i <= streams && connection.isOpen(); i++) {
        long before = answered();
        newest += 2;
        try {
          client.send(get(newest, "/?files:missing"));
        } catch (SocketException e) {
          // It was cut off between the look and the request.
          break;
        }
        await("it is refused", () -> answered() > before || !connection.isOpen());
      }
      await("the connection is closed", () -> !connection.isOpen());
    }
    await("a closed connection claims nothing", () -> engine.scheduler().usage().heldBytes() == 0);
  }

  /** Part of a piece waits for the window of the connection; the rest goes with its stream. */
  @Test
  void partsOfPiecesAreClaimedUntilTheyHaveLeft() throws IOException {
    sparseFile("large", LARGE);
    try (RawHttp2Client client = new RawHttp2Client(connect()).send(preface(20_000))) {
      round(client, unused -> {});
      assertThat(engine.scheduler().usage().heldBytes()).isPositive();
      round(client, unused -> {});
      assertThat(refused()).containsKey("connection-limit");
      client.send(windowUpdate(0, 1 << 20));
      await("nothing is claimed", () -> engine.scheduler().usage().heldBytes() == 0);
      assertThat(connection.isOpen()).isTrue();
    }
  }
}
