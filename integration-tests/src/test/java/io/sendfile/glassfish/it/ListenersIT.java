package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every HTTP listener supports hand-offs from its first response on, however it was created. */
@Timeout(120)
@Smoke
@InContainer
class ListenersIT extends Scenario {
  private static final int RESTARTS = 5;
  private static final int CLIENTS = 4;

  private final Path large = TestFiles.ofLength(1 << 20);
  private final Path small = TestFiles.ofLength(1 << 10);

  private void handsOff(int port) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      for (Path file : List.of(large, small, large)) {
        connection.ask(Play.steps(sendfile(file), "body:dropped")).hasStatus(200).isFile(file);
        assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
        connection.ask(Play.at("/async", Play.parameter("later", sendfile(file)))).isFile(file);
        connection.ask(Play.steps("status:404", sendfile(file))).hasStatus(404).leaksNothing();
      }
    }
  }

  private void withListener(String name, PortWork work) throws Exception {
    int port = server.createListener(name);
    try {
      awaitHello(port);
      work.run(port);
    } finally {
      server.command("delete-http-listener", name);
    }
  }

  /** Body of a test with its own listener. */
  @FunctionalInterface
  private interface PortWork {
    void run(int port) throws Exception;
  }

  @Test
  void listenerCreatedAtRunTime() throws Exception {
    withListener("later-listener", this::handsOff);
  }

  @Test
  void cometListener() throws Exception {
    withListener(
        "comet-listener",
        port -> {
          changeListener("comet-listener", port, "comet-support-enabled", "true");
          handsOff(port);
        });
  }

  @Test
  void listenerWithoutWebSockets() throws Exception {
    withListener(
        "plain-listener",
        port -> {
          changeListener("plain-listener", port, "websockets-support-enabled", "false");
          // A new listener accepts connections a moment after its start.
          Await.until("attached", SOON, () -> attached(port));
          handsOff(port);
        });
  }

  private boolean attached(int port) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.ask(Play.steps(sendfile(small))).length() == Files.size(small);
    }
  }

  private String ofCutListener() {
    return server.command(
        "list-sendfile-ended-transfers", "--listener", "cut-listener", "--long", "true");
  }

  /** GlassFish closes its connections, which is no abort of its clients. */
  @Test
  void downloadsOfAListenerThatIsStartedAnewEndAsShutdown() throws Exception {
    Path endless = TestFiles.ofLength(20 << 20);
    withListener(
        "cut-listener",
        port -> {
          try (RawConnection connection = RawConnection.withSmallBuffer(port, 4096)) {
            connection.send(
                RawConnection.get(Play.steps("header:X-Sendfile-Id=cut-off", sendfile(endless))));
            assertThat(connection.head().status()).isEqualTo(200);
            Await.until(
                "it waits for its client",
                SOON,
                () -> server.probe().number("transfers.waiting-peer") == 1);
            changeListener("cut-listener", port, "header-buffer-length-bytes", "8193");
            String change = "http\\.header-buffer-length-bytes is 8193, was 8192";
            Await.until(
                "its end",
                SOON,
                () ->
                    ofCutListener()
                        .matches(
                            "(?s).* shutdown .* cut-off .*its listener cut-listener was changed"
                                + "( by \\S+)?: "
                                + change
                                + ".*"));
            Await.until(
                "who ended it",
                SOON,
                () ->
                    server
                        .command("list-sendfile-history", "--from", "5m")
                        .matches(
                            "(?s).* listener +\\S+ +Listener cut-listener: "
                                + change
                                + "; 1 download ended; asadmin set \\S+\\.http"
                                + "\\.header-buffer-length-bytes=8192 takes it back.*"));
          }
        });
  }

  @Test
  void listenerWithPortUnification() throws Exception {
    awaitHello(server.unitedPort());
    handsOff(server.unitedPort());
  }

  @Test
  void webSocketsGoOnWorking() throws Exception {
    handsOff(server.httpPort());
    CompletableFuture<String> heard = new CompletableFuture<>();
    WebSocket socket = openWebSocket(heard);

    socket.sendText("one", true).get(10, TimeUnit.SECONDS);
    assertThat(heard.get(10, TimeUnit.SECONDS)).isEqualTo("echo one");
    handsOff(server.httpPort());
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(10, TimeUnit.SECONDS);
  }

  private WebSocket openWebSocket(CompletableFuture<String> heard) throws Exception {
    WebSocket.Listener listener =
        new WebSocket.Listener() {
          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            heard.complete(data.toString());
            socket.request(1);
            return CompletableFuture.completedStage(null);
          }
        };
    return HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(URI.create("ws://localhost:" + server.httpPort() + "/it/echo"), listener)
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void noResponsePassesUnfilteredWhileListenersRestart() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Load> loads = new ArrayList<>();
    List<Future<?>> running = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        Load load = new Load();
        loads.add(load);
        running.add(clients.submit(load));
      }
      for (int i = 1; i <= RESTARTS; i++) {
        changeHttpListener("header-buffer-length-bytes", Integer.toString(8192 + i));
        for (Load load : loads) {
          load.awaitMoreFiles(5);
        }
      }
    } finally {
      loads.forEach(load -> load.stopped = true);
      clients.shutdown();
    }
    for (Future<?> load : running) {
      load.get(30, TimeUnit.SECONDS);
    }
    changeHttpListener("header-buffer-length-bytes", "8192");
  }

  /** Requests again and again; a listener in its restart may refuse and cut, but never leak. */
  private final class Load implements Runnable {
    private final AtomicInteger files = new AtomicInteger();
    private volatile boolean stopped;

    @Override
    public void run() {
      while (!stopped) {
        try (RawConnection connection = RawConnection.to(server.httpPort())) {
          for (int i = 0; i < 20 && !stopped; i++) {
            check(connection.ask(Play.steps(sendfile(small), "body:the application")));
            connection.ask(Play.steps("status:404", sendfile(large))).leaksNothing();
          }
        } catch (IOException e) {
          // The listener is restarting.
          Thread.onSpinWait();
        }
      }
    }

    private void check(Answer answer) {
      answer.leaksNothing();
      if (answer.status() == 200) {
        answer.isFile(small);
        files.incrementAndGet();
      }
    }

    void awaitMoreFiles(int count) {
      int before = files.get();
      Await.until("files go on coming", SOON, () -> files.get() >= before + count);
    }
  }
}
