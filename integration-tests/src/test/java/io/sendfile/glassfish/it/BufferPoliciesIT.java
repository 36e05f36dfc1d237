package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every buffer policy, switched live, under requests of every kind. */
@Timeout(240)
class BufferPoliciesIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final int CLIENTS = 8;
  private static final int SMALL = 1_000;
  private static final int LARGE = 50;

  /** Buffers of an open connection at most: a read, a header, a frame each. */
  private static final long BOUND = 8 * CLIENTS;

  private final Path large = TestFiles.ofLength(20L * MIB);

  private long figure(String listener, String name) {
    return server.probe().number("buffers." + listener + "." + name);
  }

  private void awaitIdle(String policy) {
    for (String listener : List.of(server.httpListener(), server.httpsListener())) {
      Await.until(
          () -> policy + ", " + listener + ": buffers are given back; " + server.probe().values(),
          SOON,
          () -> figure(listener, "InUse") == 0 && figure(listener, "InUseBytes") == 0);
      assertThat(figure(listener, "Misuses")).as("misuses by " + listener).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "direct", "heap-view", "direct-view"})
  void sendsTheRightBytesOverEveryProtocolAndGivesAllBuffersBack(String policy) throws IOException {
    configure("buffer-policy", policy, "zero-copy", "false");
    for (Browser browser : Browser.values()) {
      for (int length : new int[] {1 << 10, 300 << 10, 20 * MIB}) {
        Path file = TestFiles.ofLength(length);
        browser.ask(Play.steps(sendfile(file))).isFile(file);
        assertThat(browser.ask(Play.steps("body:mine")).text()).isEqualTo("mine");
      }
    }
    for (String listener : List.of(server.httpListener(), server.httpsListener())) {
      assertThat(server.probe().values()).containsEntry("buffers." + listener + ".Policy", policy);
      assertThat(figure(listener, "Taken")).isPositive();
      assertThat(figure(listener, "HighWaterBytes")).isGreaterThanOrEqualTo(32_768);
      assertThat(figure(listener, "ReservedBytes") > 0).isEqualTo(policy.endsWith("-view"));
    }
    awaitIdle(policy);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void runningDownloadIsNotCutWhenPoliciesAndAlgorithmsChange(Browser browser) throws Exception {
    configure("zero-copy", "false", "rate-bytes-per-second", String.valueOf(8 * MIB));
    Snapshot before = server.probe();
    CompletableFuture<Answer> download = CompletableFuture.supplyAsync(() -> ask(browser));
    Await.until("it runs", SOON, () -> grown("Bytes", before) >= 0 && running());
    List<String> algorithms = List.of("equal-blocking", "simple-blocking", "equal-non-blocking");
    int i = 0;
    while (!download.isDone() && i < 12) {
      String policy = List.of("heap", "direct-view", "server-default", "heap-view").get(i % 4);
      configure("buffer-policy", policy, "algorithm", algorithms.get(i % 3));
      ask("/it/hello").hasStatus(200);
      i++;
    }
    assertThat(i).as("changes while it ran").isGreaterThan(3);
    download.join().isFile(large);
  }

  private boolean running() {
    return server.probe().transfers() > 0;
  }

  private Answer ask(Browser browser) {
    try {
      return browser.ask(Play.steps(sendfile(large)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "direct", "heap-view", "direct-view"})
  @OnGrizzly
  void manyRequestsOnKeptConnectionsHoldNoMoreBuffersThanFew(String policy) throws Exception {
    configure("buffer-policy", policy, "zero-copy", "false");
    long start = System.nanoTime();
    soak();
    Snapshot after = server.probe();
    String prefix = "buffers." + server.httpListener() + ".";
    System.out.printf(
        "soak, %s: %d + %d requests in %d ms; taken %d, in use %d, high water %d KiB,"
            + " exhausted %d, misuses %d%n",
        policy,
        SMALL,
        LARGE,
        (System.nanoTime() - start) / 1_000_000,
        after.number(prefix + "Taken"),
        after.number(prefix + "InUse"),
        after.number(prefix + "HighWaterBytes") / 1024,
        after.number(prefix + "Exhausted"),
        after.number(prefix + "Misuses"));
    assertThat(after.number(prefix + "InUse")).isLessThanOrEqualTo(BOUND);
    awaitIdle(policy);
  }

  private void soak() throws Exception {
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
  }

  private void client() {
    Path small = TestFiles.ofLength(1 << 10);
    Path larger = TestFiles.ofLength(MIB);
    try {
      for (int i = 0; i < LARGE / CLIENTS; i++) {
        // GlassFish closes a connection after 256 requests.
        try (RawConnection connection = RawConnection.to(server.httpPort())) {
          for (int j = 0; j < SMALL / LARGE; j++) {
            connection.ask(Play.steps(sendfile(small))).isFile(small);
          }
          connection.ask(Play.steps(sendfile(larger))).isFile(larger);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @OnGrizzly
  void manyRequestsOverTlsAndHttp2HoldNoMoreBuffersThanFew() throws Exception {
    configure("buffer-policy", "direct-view");
    Path file = TestFiles.ofLength(100_000);
    for (Browser browser : List.of(Browser.TLS, Browser.HTTP_2)) {
      for (int i = 0; i < 100; i++) {
        browser.ask(Play.steps(sendfile(file))).isFile(file);
      }
    }
    assertThat(figure(server.httpsListener(), "Taken")).isGreaterThan(200);
    assertThat(figure(server.httpsListener(), "Exhausted")).isZero();
    awaitIdle("direct-view");
  }
}
