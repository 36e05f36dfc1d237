package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.Multipart;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every use of every buffer is watched, under requests of all kinds and clients that leave. */
@Timeout(120)
class TrackedBuffersIT extends Scenario {
  private static final String TRACKING = "io.sendfile.glassfish.buffer.tracking";
  private static final int CLIENTS = 4;
  private static final int ROUNDS = 10;

  /** More than what fits into the buffers of both sockets, so that the server has to wait. */
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
  void mixedRequestsAndClientsThatLeaveMisuseNoBufferAndHoldNone(String policy) throws Exception {
    configure("buffer-policy", policy, "zero-copy", "false");
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        all.add(CompletableFuture.runAsync(this::client, clients));
      }
      all.forEach(CompletableFuture::join);
    } finally {
      clients.shutdownNow();
    }
    for (Browser browser : Browser.values()) {
      browser.forgetConnections();
    }
    Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
    for (String listener : List.of(server.httpListener(), server.httpsListener())) {
      String prefix = "buffers." + listener + ".";
      Await.until(
          () -> listener + ": buffers are given back; " + server.probe().values(),
          SOON,
          () -> server.probe().number(prefix + "InUse") == 0);
      assertThat(server.probe().number(prefix + "Misuses")).as("misuses by %s", listener).isZero();
      assertThat(server.probe().number(prefix + "Taken")).isGreaterThan(CLIENTS * ROUNDS);
    }
  }

  private void client() {
    try {
      for (int i = 0; i < ROUNDS; i++) {
        for (Browser browser : Browser.values()) {
          whole(browser);
          parts(browser);
        }
        clearClientLeaves(i % 2 == 0);
        tlsClientLeaves();
        http2ClientLeaves(Http2Way.values()[i % Http2Way.values().length], i % 2 == 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
}
