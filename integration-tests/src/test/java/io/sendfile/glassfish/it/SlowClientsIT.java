package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.RawConnection.Head;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that are slow, stop, vanish, or lose the file while it is sent. */
@Timeout(120)
class SlowClientsIT extends Scenario {
  private static final int CROWD = 1000;
  private static final int MIB = 1 << 20;
  private static final int SMALL_BUFFER = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Path file = TestFiles.ofLength(20L * MIB);

  private RawConnection begin(String target) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), SMALL_BUFFER);
    return connection.send(RawConnection.get(target));
  }

  private List<RawConnection> crowd() throws IOException {
    List<RawConnection> crowd = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      crowd.add(begin(Play.steps(sendfile(file))));
    }
    return crowd;
  }

  @Test
  void aThousandClientsThatStopReadingHoldNoThreadAndEndAsStalled() throws Exception {
    configure("stall-timeout-seconds", "6");
    Duration idle = helloTakes();
    Snapshot before = server.probe();
    List<RawConnection> crowd = crowd();
    try {
      awaitGrown("Started", CROWD, before);
      Duration busy = helloTakes();
      Snapshot during = server.probe();
      System.out.printf(
          "hello: idle %d us, beside %d stalled clients %d us; heap: %d MiB, then %d MiB%n",
          idle.toNanos() / 1000,
          CROWD,
          busy.toNanos() / 1000,
          before.number("heap.used") / MIB,
          during.number("heap.used") / MIB);
      assertThat(during.number("Active")).isPositive();
      Await.until("no request thread is held", SOON, this::noRequestThreadIsHeld);

      Await.until("all are gone", PATIENCE, () -> server.probe().transfers() == 0);

      awaitGrown("Stalled", CROWD, before);
    } finally {
      for (RawConnection connection : crowd) {
        connection.close();
      }
    }
  }

  /** Median time of some requests. */
  private Duration helloTakes() throws IOException {
    List<Duration> times = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long start = System.nanoTime();
      assertThat(ask("/it/hello").hasStatus(200).text()).isEqualTo("hello");
      times.add(Duration.ofNanos(System.nanoTime() - start));
    }
    times.sort(null);
    return times.get(times.size() / 2);
  }

  private boolean noRequestThreadIsHeld() {
    return server.probe().number("threads.others.in.module") == 0;
  }

  @Test
  void aThousandClientsKilledHalfWayLeaveNothing() throws Exception {
    Snapshot before = server.probe();
    List<RawConnection> crowd = crowd();
    for (RawConnection connection : crowd) {
      connection.head();
      connection.bytes(64 << 10, OutputStream.nullOutputStream());
    }
    // One, unless several opened it at the same moment.
    assertThat(server.probe().number("descriptors.files")).isBetween(1L, 4L);

    for (RawConnection connection : crowd) {
      connection.reset();
    }

    Await.until("all are gone", SOON, () -> server.probe().transfers() == 0);
    Await.until("no file is open", SOON, () -> server.probe().number("descriptors.files") == 0);
    awaitGrown("ClientAborted", CROWD, before);
  }

  /** In the clear it is the crowd that stalls, and by HTTP/2 a stream of {@link Http2WindowsIT}. */
  @Test
  @OnGrizzly
  void stalledClientEndsOverTls() throws Exception {
    Browser browser = Browser.TLS;
    Path large = TestFiles.ofLength(100L * MIB);
    configure("stall-timeout-seconds", "2");
    Snapshot before = server.probe();

    try (InputStream body = browser.open(Play.steps(sendfile(large))).body()) {
      assertThat(body.readNBytes(MIB)).hasSize(MIB);
      awaitGrown("Stalled", 1, before);
      assertThatThrownBy(() -> body.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
    }

    browser.forgetConnections();
    assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
    browser.ask(Play.steps(sendfile(file))).isFile(file);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void clientThatLeavesEndsItsTransferOverEveryProtocol(Browser browser) throws Exception {
    Path large = TestFiles.ofLength(100L * MIB);
    Snapshot before = server.probe();

    try (InputStream body = browser.open(Play.steps(sendfile(large))).body()) {
      assertThat(body.readNBytes(MIB)).hasSize(MIB);
    }

    awaitGrown("ClientAborted", 1, before);
    browser.forgetConnections();
    browser.ask(Play.steps(sendfile(file))).isFile(file);
  }

  @Test
  @OnGrizzly
  void stalledStreamDoesNotHoldUpOthersOfItsConnection() throws Exception {
    Path large = TestFiles.ofLength(100L * MIB);
    try (InputStream body = Browser.HTTP_2.open(Play.steps(sendfile(large))).body()) {
      assertThat(body.readNBytes(MIB)).hasSize(MIB);

      assertThat(Browser.HTTP_2.ask("/it/hello").text()).isEqualTo("hello");
      Browser.HTTP_2
          .ask(Play.steps(sendfile(TestFiles.ofLength(1 << 10))))
          .isFile(TestFiles.ofLength(1 << 10));
    }
    Browser.HTTP_2.forgetConnections();
  }

  @Test
  @OnGrizzly
  void fileThatShrinksWhileItIsSentEndsInAResetAndNoThreadSpins() throws Exception {
    Path shrinking = TestFiles.file("shrinking.bin", 20L * MIB);
    Snapshot before = server.probe();
    try (RawConnection connection = begin(Play.steps(sendfile(shrinking)))) {
      Head head = connection.head();
      connection.bytes(MIB / 4, OutputStream.nullOutputStream());
      truncate(shrinking);

      assertThatThrownBy(() -> connection.body(head, OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
      awaitGrown("Changed", 1, before);
    } finally {
      Files.delete(shrinking);
    }
    workersAreIdle();
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void fileThatShrinksIsNeverPaddedOverAnyProtocol(Browser browser) throws Exception {
    Path shrinking = TestFiles.file("shrinking-" + browser + ".bin", 100L * MIB);
    Snapshot before = server.probe();
    try (InputStream body = browser.open(Play.steps(sendfile(shrinking))).body()) {
      assertThat(body.readNBytes(MIB)).hasSize(MIB);
      truncate(shrinking);

      assertThatThrownBy(() -> body.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
      awaitGrown("Changed", 1, before);
    } finally {
      Files.delete(shrinking);
    }
    browser.forgetConnections();
    browser.ask(Play.steps(sendfile(file))).isFile(file);
    workersAreIdle();
  }

  private static void truncate(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(MIB / 8);
    }
  }

  /** On average the workers use a small part of one processor at most. */
  private void workersAreIdle() throws InterruptedException {
    long window = 500;
    long before = server.probe().number("threads.sendfile.cpu.nanos");
    Thread.sleep(window);
    long used = server.probe().number("threads.sendfile.cpu.nanos") - before;
    assertThat(Duration.ofNanos(used)).isLessThan(Duration.ofMillis(window / 5));
  }

  @Test
  @InContainer
  void downloadLongerThanTheRequestTimeoutCompletes() throws Exception {
    changeHttpListener("request-timeout-seconds", "1");
    try {
      readSlowly(Play.steps(sendfile(file)), Duration.ofSeconds(2));
    } finally {
      changeHttpListener("request-timeout-seconds", "900");
    }
  }

  @Test
  void downloadLongerThanTheTimeoutOfItsAsynchronousServletCompletes() throws Exception {
    String later = Play.parameter("later", sendfile(file));
    readSlowly(Play.at("/async", "timeout=1000", later), Duration.ofSeconds(2));
  }

  private void readSlowly(String target, Duration atLeast) throws Exception {
    Snapshot before = server.probe();
    try (RawConnection connection = begin(target)) {
      assertThat(connection.head().status()).isEqualTo(200);
      for (int i = 0; i < 20; i++) {
        Thread.sleep(atLeast.toMillis() / 20);
        connection.bytes(MIB, OutputStream.nullOutputStream());
      }
      assertThat(connection.send(RawConnection.get("/it/hello")).answer("GET").text())
          .isEqualTo("hello");
    }
    awaitGrown("Completed", 1, before);
  }

  @Test
  @InContainer
  void downloadSurvivesTheUndeploymentOfItsApplication() throws Exception {
    deploy("gone");
    String target = Play.steps(sendfile(file)).replace("/it/", "/gone/");
    try (RawConnection connection = begin(target)) {
      Head head = connection.head();
      assertThat(head.status()).isEqualTo(200);
      server.command("undeploy", "gone");
      assertThat(ask("/gone/hello").status()).isEqualTo(404);

      connection.answerBody(head).isFile(file);
    }
  }

  @Test
  void runningDownloadKeepsItsSettingsAndItsRoot() throws Exception {
    Path folder = Files.createDirectories(TestFiles.folder().resolve("second"));
    Path second = Files.copy(file, folder.resolve("a.bin"));
    server.createRoot("second", folder);
    try (RawConnection connection = begin(Play.steps("sendfile:second:a.bin"))) {
      Head head = connection.head();
      assertThat(head.status()).isEqualTo(200);
      server.deleteRoot("second");
      configure("enabled", "false", "zero-copy", "false", "worker-threads", "1");
      assertThat(play(sendfile(file), "body:mine").text()).isEqualTo("mine");
      configure("enabled", "true");
      play("sendfile:second:a.bin").hasStatus(404);

      connection.answerBody(head).isFile(file);
    } finally {
      Files.delete(second);
    }
  }
}
