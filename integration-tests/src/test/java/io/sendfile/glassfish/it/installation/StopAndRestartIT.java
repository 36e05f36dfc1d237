package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.FaultyShare;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that stops under load, and starts again. */
@Timeout(300)
@OwnProcess
class StopAndRestartIT {
  private static final int MIB = 1 << 20;
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final Duration STOPPED = Duration.ofSeconds(60);
  private static final Pattern ROW = Pattern.compile(" *[a-z-]+ +\\S+ +\\S+ +(live|restart) +.*");
  private static OwnServer server;

  private final Path small = TestFiles.ofLength(1 << 10);
  private final Path medium = TestFiles.ofLength(300 << 10);
  private final Path slow = TestFiles.ofLength(5L * MIB);
  private final Path large = TestFiles.ofLength(20L * MIB);

  @BeforeAll
  static void install() throws IOException {
    server = OwnServer.unpack("restarted");
    Distribution.unpack().installInto(server.home()).succeeded();
    server.start();
    server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
    server.deploy(StopReport.class);
  }

  @BeforeEach
  void run() throws IOException {
    server.ensureRunning();
  }

  @AfterAll
  static void remove() throws IOException {
    server.close();
  }

  private static String sendfile(Path file) {
    return "sendfile:" + TestFiles.value(file);
  }

  @Test
  void stopLetsDownloadsFinishAndCutsThoseThatDoNotInTime() throws Exception {
    Path report = Files.createTempFile(TestFiles.folder().getParent(), "stop", ".properties");
    server.ask("/it/stop-report?file=" + report).hasStatus(200);
    Snapshot before = server.probe();
    server.command(
        "set-sendfile-configuration",
        "--max-active-transfers",
        "2",
        "--max-waiting-transfers",
        "3",
        "--max-client-transfers",
        "0");
    List<RawConnection> neverRead = new ArrayList<>();
    try (RawConnection steady = RawConnection.to(server.httpPort());
        RawConnection next = RawConnection.to(server.httpPort())) {
      steady.send(RawConnection.get(atOneMibPerSecond(slow)));
      neverRead.add(stuck());
      awaitTransfers(2, 0);
      next.send(RawConnection.get(Play.steps(sendfile(medium))));
      awaitTransfers(2, 1);
      neverRead.add(stuck());
      neverRead.add(stuck());
      awaitTransfers(2, 3);
      CompletableFuture<Answer> finishes = CompletableFuture.supplyAsync(() -> answer(steady));
      CompletableFuture<Answer> waitsAndFinishes =
          CompletableFuture.supplyAsync(() -> answer(next));

      CompletableFuture.runAsync(StopAndRestartIT::stop);
      newDownloadsAreToldToComeBack();
      assertThat(finishes).as("the slow download").isNotDone();

      finishes.join().isFile(slow);
      waitsAndFinishes.join().isFile(medium);
      Await.until("the server is gone", STOPPED, () -> !server.running());
      for (RawConnection connection : neverRead) {
        assertThatThrownBy(() -> connection.answer("GET")).isInstanceOf(IOException.class);
      }
    } finally {
      for (RawConnection connection : neverRead) {
        connection.close();
      }
    }
    Properties values = read(report);
    Map.of("Completed", 2, "Shutdown", 3, "Started", 5)
        .forEach(
            (figure, more) ->
                assertThat(values)
                    .containsEntry(figure, Long.toString(before.number(figure) + more)));
    assertThat(values).containsEntry("Active", "0").containsEntry("Waiting", "0");
  }

  @Release
  @Test
  void shareThatHangsDelaysNoStop(@TempDir Path folder) throws Exception {
    List<RawConnection> waiting = new ArrayList<>();
    try (FaultyShare share = FaultyShare.mountIn(folder.toRealPath())) {
      share.file("large.bin", new byte[8 * MIB]);
      server.command("set-sendfile-configuration", "--max-active-transfers", "100");
      server.command("create-sendfile-root", "--path", share.folder().toString(), "share");
      share.obeys("read hang\n");
      for (int i = 0; i < 20; i++) {
        RawConnection connection = RawConnection.to(server.httpPort());
        waiting.add(connection);
        connection.send(RawConnection.get(Play.steps("sendfile:share:large.bin")));
      }
      awaitTransfers(20, 0);
      CompletableFuture.runAsync(StopAndRestartIT::stop);
      Await.until("the server is gone", STOPPED, () -> !server.running());
      share.obeys("");
      server.start();
      String ended = server.command("list-sendfile-ended-transfers");
      assertThat(ended).contains("shutdown").doesNotContain("server-died");
      server.ask(Play.steps("sendfile:share:large.bin")).hasStatus(200);
      server.command("delete-sendfile-root", "share");
    } finally {
      for (RawConnection connection : waiting) {
        connection.close();
      }
    }
  }

  private static String atOneMibPerSecond(Path file) {
    return Play.steps(sendfile(file), "header:X-Accel-Limit-Rate=" + MIB);
  }

  private RawConnection stuck() throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    return connection.send(RawConnection.get(Play.steps(sendfile(large))));
  }

  private static void awaitTransfers(long active, long waiting) {
    Await.until(
        active + " transfers run and " + waiting + " wait",
        SOON,
        () ->
            server.probe().number("Waiting") == waiting
                && server.probe().number("Active") >= active);
  }

  private static Answer answer(RawConnection connection) {
    try {
      return connection.answer("GET");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The response to this command does not always arrive. */
  private static void stop() {
    try {
      server.command("stop-domain");
    } catch (CommandFailed | UncheckedIOException e) {
      System.out.println("stop-domain: " + e);
    }
  }

  /** Without a queue they are refused even earlier, but for another reason. */
  private void newDownloadsAreToldToComeBack() {
    Await.until(
        "the stop begins",
        SOON,
        () -> {
          Answer refusal = server.ask(Play.steps(sendfile(medium))).hasStatus(503);
          assertThat(refusal.header("Retry-After")).matches("[1-9]\\d*");
          return server.probe().refused("stopping") > 0;
        });
  }

  private static Properties read(Path report) throws IOException {
    Properties values = new Properties();
    try (Reader reader = Files.newBufferedReader(report)) {
      values.load(reader);
    }
    return values;
  }

  @Release
  @Test
  void everySettingSurvivesARestartOfTheDomain() throws Exception {
    List<String> changed = changeEverySetting();
    server.command(
        "create-sendfile-root",
        "--path",
        TestFiles.folder().toString(),
        "--symlinks",
        "none",
        "--hidden",
        "*.key",
        "--zero-copy",
        "false",
        "--uri-prefix",
        "/p/",
        "--allow-delete",
        "true",
        "every");
    server.command(
        "set-sendfile-listener",
        "--buffer-policy",
        "heap-view",
        "--slab-bytes",
        "1048576",
        "--worker-threads",
        "3",
        "--enabled",
        "true",
        "http-listener-1");
    List<String> before = configuration();
    assertThat(before).hasSizeGreaterThan(changed.size());

    server.restart();

    assertThat(configuration()).isEqualTo(before);
    server.command(
        "set-sendfile-configuration",
        changed.stream().map(attribute -> "--" + attribute + "=").toArray(String[]::new));
    server.ask("/it/hello").hasStatus(200);
    assertThat(server.probe().values())
        .containsEntry("buffers.http-listener-1.Policy", "heap-view");
    server.ask(Play.steps("sendfile:every:" + small.getFileName())).isFile(small);
    server.command("delete-sendfile-listener", "http-listener-1");
    server.command("delete-sendfile-root", "every");
  }

  /** The report of attributes, listeners and roots, without their health. */
  private static List<String> configuration() {
    List<String> all = new ArrayList<>(table());
    all.addAll(server.command("list-sendfile-roots").lines().toList());
    all.addAll(
        server
            .command("get-sendfile-configuration")
            .lines()
            .filter(line -> line.startsWith("  http-listener-1: ["))
            .toList());
    return all;
  }

  /**
   * Rows of five words: attribute, value, default, the time a change takes effect, and its origin.
   */
  private static List<String> table() {
    return server
        .command("get-sendfile-configuration")
        .lines()
        .filter(line -> ROW.matcher(line).matches())
        .toList();
  }

  /**
   * Gives each attribute another value than its default.
   *
   * @return the names of those attributes
   */
  private static List<String> changeEverySetting() {
    List<String> changed = new ArrayList<>();
    List<String> options = new ArrayList<>();
    for (String row : table()) {
      String[] words = row.trim().split(" +");
      String other = otherThan(words[0], words[2]);
      if (!other.isEmpty()) {
        changed.add(words[0]);
        options.addAll(List.of("--" + words[0], other));
      }
    }
    server.command("set-sendfile-configuration", options.toArray(String[]::new));
    assertThat(table().stream().filter(row -> row.trim().endsWith("domain.xml")))
        .hasSameSizeAs(changed);
    assertThat(changed).hasSizeGreaterThan(20);
    return changed;
  }

  private static String otherThan(String attribute, String defaultValue) {
    return switch (attribute) {
      case "algorithm" -> "equal-blocking";
      case "buffer-policy" -> "heap";
      case "etag" -> "weak";
      default ->
          switch (defaultValue) {
            case "true" -> "false";
            case "false" -> "true";
            default -> defaultValue.matches("\\d+") ? "" + (Long.parseLong(defaultValue) + 1) : "";
          };
    };
  }
}
