package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.ping;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.grizzly.filter.Http2Fuzz.Step;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * Broken frames between good requests, sent alike to a server with the module and to one without:
 * the connection ends in both or in neither, and both answer the same good requests.
 */
class Http2FuzzTest extends ServerFixture {
  private static final int ROUNDS = 75;
  private static final int STEPS = 20;
  private static final int WINDOW = 1 << 24;

  private final HttpServer plain = new HttpServer();
  private final Map<String, byte[]> bodies = new TreeMap<>();

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
  }

  @BeforeEach
  void startPlainServer() throws IOException {
    for (int length : new int[] {0, 1, 1000, 40_000, 100_000}) {
      bodies.put("/?files:" + length, file("" + length, length));
    }
    NetworkListener listener = new NetworkListener("plain", "127.0.0.1", 0);
    listener.registerAddOn(new Http2AddOn());
    plain.addListener(listener);
    plain.getServerConfiguration().addHttpHandler(new PlainHandler(), "/");
    plain.start();
  }

  @AfterEach
  void stopPlainServer() {
    plain.shutdownNow();
  }

  private final class PlainHandler extends HttpHandler {
    @Override
    public void service(Request request, Response response) throws IOException {
      String name = request.getQueryString().substring("files:".length());
      response.getOutputStream().write(Files.readAllBytes(files.resolve(name)));
    }
  }

  /**
   * End of one connection.
   *
   * @param answered for each good request, whether it got its bytes or was reset
   * @param end the step that ended the connection, or a mark that it is open
   * @param code of the GOAWAY, which can get lost when the server closes the connection
   */
  private record Course(List<Boolean> answered, String end, @Nullable Integer code) {}

  @SeededTest
  @Timeout(600)
  void nothingBreaksThatHoldsInPlainServer(SplittableRandom random) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<Step> steps = Http2Fuzz.steps(random, STEPS, List.copyOf(bodies.keySet()));
      Course ours = course(port(), steps);
      Course theirs = course(plain.getListener("plain").getPort(), steps);

      assertThat(ours.answered()).as("round %d, %s", round, ours).isEqualTo(theirs.answered());
      assertThat(ours.end()).as("round %d", round).isEqualTo(theirs.end());
      if (theirs.code() != null && ours.code() != null) {
        assertThat(ours.code()).as("round %d, %s", round, ours.end()).isEqualTo(theirs.code());
      }
    }
  }

  private Course course(int port, List<Step> steps) throws IOException {
    List<Boolean> answered = new ArrayList<>();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (RawHttp2Client client = new RawHttp2Client(new Socket(loopback, port))) {
      client.send(preface(WINDOW), windowUpdate(0, WINDOW));
      for (Step step : steps) {
        if (!isOpenAfter(step, client)) {
          return new Course(answered, step.name(), client.goAwayCode());
        }
        if (step.stream() > 0) {
          answered.add(Arrays.equals(client.body(step.stream()), bodies.get(step.name())));
        }
      }
    }
    return new Course(answered, "open", null);
  }

  private static boolean isOpenAfter(Step step, RawHttp2Client client) throws IOException {
    int pings = client.pingsAnswered();
    int stream = step.stream();
    try {
      client.send(step.frames(), ping());
      client.until(() -> client.pingsAnswered() > pings || client.goAwayCode() != null);
      client.until(
          () ->
              stream == 0
                  || client.ended(stream)
                  || client.wasReset(stream)
                  || client.goAwayCode() != null);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no answer: " + step.name(), e);
    } catch (IOException e) {
      return false;
    }
    return client.goAwayCode() == null;
  }
}
