package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.Multipart;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every use of every buffer is tracked, under requests of all kinds and clients that leave. */
@Timeout(120)
class TrackedBuffersIT extends Scenario {
  private static final String TRACKING = "io.sendfile.glassfish.buffer.tracking";
  private static final int CLIENTS = 4;
  private static final int ROUNDS = 10;

  /** Buffers of an abandoned HTTP/2 connection: frames, their headers, a read. */
  private static final long LEFT_BY_EACH = 6;

  /** More than the buffers of both sockets hold, so that the server has to wait. */
  private static final long LARGE = 20L << 20;

  private static final int PART = 100_000;

  private final Path small = TestFiles.ofLength(1 << 10);
  private final Path medium = TestFiles.ofLength(300 << 10);
  private final Path large = TestFiles.ofLength(LARGE);

  @BeforeEach
  void track() throws IOException {
    tracking(true);
  }

  @AfterEach
  void trackNoMore() throws IOException {
    tracking(false);
  }

  private void tracking(boolean on) throws IOException {
    play("property:" + TRACKING + "=" + on).hasStatus(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap-view", "direct-view"})
  void mixedRequestsAndClientsThatLeaveMisuseNoBufferAndHoldNoBody(String policy) throws Exception {
    configure("buffer-policy", policy, "zero-copy", "false");
    atOnce(this::browse);
    forEachListener(
        prefix -> {
          Await.until(
              () -> "buffers are given back; " + server.probe().values(),
              SOON,
              () -> server.probe().number(prefix + "InUse") <= Snapshot.FORGOTTEN_READS);
          assertThat(server.probe().number(prefix + "Taken")).isGreaterThan(CLIENTS * ROUNDS);
        });
  }

  /** A frame in flight when its stream is reset is left to the garbage collector. */
  @Test
  @OnGrizzly
  void http2ClientsThatLeaveMisuseNoBufferAndHoldFew() throws Exception {
    configure("buffer-policy", "direct-view");
    atOnce(this::leaveHttp2);
    forEachListener(
        prefix ->
            assertThat(server.probe().number(prefix + "InUse"))
                .isLessThanOrEqualTo(LEFT_BY_EACH * CLIENTS * ROUNDS));
  }

  private void atOnce(Client client) {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        all.add(CompletableFuture.runAsync(() -> rounds(client), clients));
      }
      all.forEach(CompletableFuture::join);
    } finally {
      clients.shutdownNow();
    }
    for (Browser browser : Browser.values()) {
      browser.forgetConnections();
    }
    Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
  }

  private static void rounds(Client client) {
    try {
      for (int i = 0; i < ROUNDS; i++) {
        client.round(i);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forEachListener(Consumer<String> check) {
    for (String listener : List.of(server.httpListener(), server.httpsListener())) {
      String prefix = "buffers." + listener + ".";
      check.accept(prefix);
      assertThat(server.probe().number(prefix + "Misuses")).as("misuses by %s", listener).isZero();
    }
  }

  private void browse(int round) throws IOException {
    for (Browser browser : Browser.values()) {
      whole(browser);
      parts(browser);
    }
    clearClientLeaves(round % 2 == 0);
    tlsClientLeaves();
  }

  private void leaveHttp2(int round) throws IOException {
    Http2Way[] ways = Http2Way.values();
    http2ClientLeaves(ways[round % ways.length], round % 2 == 0);
  }

  private void whole(Browser browser) throws IOException {
    browser.ask(Play.steps(sendfile(small))).isFile(small);
    browser.ask(Play.steps(sendfile(medium))).isFile(medium);
    assertThat(browser.ask(Play.steps("body:mine")).text()).isEqualTo("mine");
  }

  private void parts(Browser browser) throws IOException {
    byte[] all = Files.readAllBytes(medium);
    String target = Play.steps(sendfile(medium));
    Answer one = browser.ask(target, "Range", "bytes=1000-200999").hasStatus(206);
    assertThat(one.digest()).isEqualTo(TestFiles.digest(Arrays.copyOfRange(all, 1000, 201_000)));
    Answer two = browser.ask(target, "Range", "bytes=0-9,5000-5999").hasStatus(206);
    assertThat(Multipart.parse(String.valueOf(two.header("Content-Type")), two.start()))
        .extracting(Multipart.Part::body)
        .containsExactly(Arrays.copyOfRange(all, 0, 10), Arrays.copyOfRange(all, 5000, 6000));
  }

  private void clearClientLeaves(boolean withReset) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.send(RawConnection.get(Play.steps(sendfile(large)))).head();
      connection.bytes(PART, OutputStream.nullOutputStream());
      if (withReset) {
        connection.reset();
      }
    }
  }

  private void tlsClientLeaves() throws IOException {
    try (InputStream body = Browser.TLS.open(Play.steps(sendfile(large))).body()) {
      assertThat(body.readNBytes(PART)).hasSize(PART);
    }
  }

  private void http2ClientLeaves(Http2Way way, boolean streamOnly) throws IOException {
    try (Http2Connection connection = way.open()) {
      Http2Stream left = connection.get(Play.steps(sendfile(large)));
      connection.until(() -> left.length() > PART);
      if (streamOnly) {
        connection.reset(left, Http2Connection.CANCEL);
        connection.ask(Play.steps(sendfile(small))).isFile(small);
      }
    }
  }

  /** One round of one of several clients. */
  @FunctionalInterface
  private interface Client {
    /** Runs it once. */
    void round(int number) throws IOException;
  }
}
