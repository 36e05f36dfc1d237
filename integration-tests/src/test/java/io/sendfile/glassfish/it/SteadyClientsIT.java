package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.SlowSocket;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Clients that read little, but steadily, are not stalled; those that stop are. In full, with the
 * default timeout: {@code -Dscenario.steady.stall-seconds=60 -Dscenario.steady.seconds=600}.
 */
@Release
class SteadyClientsIT extends Scenario {
  private static final int STALL_SECONDS = Integer.getInteger("scenario.steady.stall-seconds", 5);
  private static final int SECONDS =
      Integer.getInteger("scenario.steady.seconds", 4 * STALL_SECONDS);
  private static final int RECEIVE_BUFFER = 2048;
  private static final int LOW_RATE = 1_000;
  private static final int HIGH_RATE = 10_000;
  private static final int LARGE_WINDOW = 1 << 30;

  /** Bytes of a client that pay for the longest silence. */
  private static final int MUCH = 4 << 20;

  private static final int LONGEST_PAUSE_SECONDS = 5 * STALL_SECONDS;

  private final Path file = TestFiles.ofLength(100L << 20);
  private final String target = Play.steps(sendfile(file));

  /** Protocol of a client. */
  private enum Way {
    CLEAR,
    TLS,
    /** The standard's initial windows, which are small. */
    HTTP_2,
    /** Windows so large that only TCP holds the server back, as in browsers. */
    HTTP_2_LARGE_WINDOW,
    CLEAR_HTTP_2_LARGE_WINDOW;

    boolean clear() {
      return this == CLEAR || this == CLEAR_HTTP_2_LARGE_WINDOW;
    }
  }

  private record SteadyClient(Way way, int bytesPerSecond, SlowSocket socket) {
    @Override
    public String toString() {
      return way + " at " + bytesPerSecond + " B/s: " + socket.received() + " bytes";
    }
  }

  @Test
  void clientsThatReadSteadilyLiveOverEveryProtocol() throws Exception {
    configure("stall-timeout-seconds", Integer.toString(STALL_SECONDS));
    Snapshot before = server.probe();
    ExecutorService readers = Executors.newCachedThreadPool();
    List<SteadyClient> clients = new ArrayList<>();
    List<Future<?>> reading = new ArrayList<>();
    try {
      for (Way way : Way.values()) {
        for (int bytesPerSecond : new int[] {LOW_RATE, HIGH_RATE}) {
          SteadyClient client = connect(way, bytesPerSecond, RECEIVE_BUFFER);
          clients.add(client);
          reading.add(readers.submit(() -> read(client)));
        }
      }
      awaitGrown("Started", clients.size(), before);

      Thread.sleep(TimeUnit.SECONDS.toMillis(SECONDS));

      System.out.println(
          clients.stream().map(SteadyClient::toString).collect(Collectors.joining("\n")));
      assertThat(grown("Stalled", before)).as("stalled").isZero();
      for (Future<?> one : reading) {
        assertThat(one.isDone() ? "ended, with " + one.get() : "reads").isEqualTo("reads");
      }
      assertThat(server.probe().number("Active")).as("active").isEqualTo(clients.size());
    } finally {
      for (SteadyClient client : clients) {
        client.socket().close();
      }
      readers.shutdownNow();
    }
  }

  /** TCP alone holds the server back; they go on by a byte a second, of which nobody is told. */
  @Test
  void clientsThatHaveGotMuchAndStopMayPauseAndAreGivenUp() throws Exception {
    configure("stall-timeout-seconds", Integer.toString(STALL_SECONDS));
    Snapshot before = server.probe();
    ExecutorService readers = Executors.newCachedThreadPool();
    List<SteadyClient> clients = new ArrayList<>();
    try {
      for (Way way : Way.values()) {
        if (way != Way.HTTP_2) {
          SteadyClient client = connect(way, 2 * MUCH, MUCH / 4);
          clients.add(client);
          readers.submit(() -> read(client));
        }
      }
      awaitGrown("Started", clients.size(), before);
      for (SteadyClient client : clients) {
        Await.until(
            client + ", not " + MUCH,
            Duration.ofSeconds(30),
            () -> client.socket().received() >= MUCH);
        client.socket().slow(1);
      }
      Thread.sleep(TimeUnit.SECONDS.toMillis(2 * STALL_SECONDS));
      assertThat(grown("Stalled", before)).as("after two timeouts").isZero();

      Await.until(
          "all are given up, not " + clients,
          Duration.ofSeconds(LONGEST_PAUSE_SECONDS - STALL_SECONDS),
          () -> grown("Stalled", before) == clients.size());
      assertThat(server.probe().number("Active")).as("active").isZero();
    } finally {
      for (SteadyClient client : clients) {
        client.socket().close();
      }
      readers.shutdownNow();
    }
  }

  private SteadyClient connect(Way way, int bytesPerSecond, int receiveBuffer) throws IOException {
    int port = way.clear() ? server.httpPort() : server.httpsPort();
    return new SteadyClient(way, bytesPerSecond, SlowSocket.to(port, receiveBuffer));
  }

  private Void read(SteadyClient client) throws IOException {
    SlowSocket wire = client.socket();
    switch (client.way()) {
      case CLEAR -> readHttp1(wire, client);
      case TLS -> readHttp1(Http2Way.secure(wire, "http/1.1"), client);
      case HTTP_2 -> readHttp2(Http2Way.secure(wire, "h2"), client, false);
      case HTTP_2_LARGE_WINDOW -> readHttp2(Http2Way.secure(wire, "h2"), client, true);
      case CLEAR_HTTP_2_LARGE_WINDOW -> readHttp2(wire, client, true);
    }
    return null;
  }

  private void readHttp1(Socket socket, SteadyClient client) throws IOException {
    RawConnection connection = RawConnection.over(socket);
    client.socket().slow(client.bytesPerSecond());
    connection.send(RawConnection.get(target));
    connection.body(connection.head(), OutputStream.nullOutputStream());
  }

  private void readHttp2(Socket socket, SteadyClient client, boolean large) throws IOException {
    Http2Connection connection = Http2Connection.over(socket, client.socket());
    if (large) {
      connection.change(Http2Connection.INITIAL_WINDOW_SIZE, LARGE_WINDOW);
      connection.windowUpdate(0, LARGE_WINDOW);
    }
    client.socket().slow(client.bytesPerSecond());
    connection.get(target);
    connection.untilClosed();
  }
}
