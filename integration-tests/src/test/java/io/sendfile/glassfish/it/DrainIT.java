package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server is drained. */
@Timeout(180)
@InContainer
class DrainIT extends Scenario {

  private final Path small = TestFiles.ofLength(1 << 10);
  private final Path large = TestFiles.ofLength(20 << 20);
  private final Path paced = TestFiles.ofLength(5 << 20);

  @AfterEach
  void takesDownloadsAgain() {
    assertThat(drain("--cancel", "true")).contains(": new downloads are admitted.");
  }

  private String drain(String... options) {
    return server.command("drain-sendfile", options);
  }

  /** A download whose client does not read yet. */
  private RawConnection begin() throws IOException {
    Snapshot before = server.probe();
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(RawConnection.get(Play.steps(sendfile(large))));
    awaitGrown("Started", 1, before);
    return connection;
  }

  private static Answer answer(RawConnection connection) {
    try {
      return connection.answer("GET");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void newDownloadsGoElsewhereAndRunningOnesFinish() throws Exception {
    configure("readiness-path", "/health/ready");
    assertThat(ask("/health/ready").hasStatus(200).text()).isEqualTo("ready\n");
    try (RawConnection running = begin()) {
      assertThat(drain("--deadline", "10m"))
          .containsPattern(": draining: 1 download, (10:00|9:5\\d) left\\.");

      Answer refused = play(sendfile(large)).hasStatus(503).leaksNothing();
      assertThat(refused.header("Retry-After")).matches("[1-9]\\d*");
      assertThat(refused.header("Connection")).isEqualToIgnoringCase("close");
      assertThat(ask("/health/ready").hasStatus(503).text()).isEqualTo("draining\n");
      assertThat(server.probe().values())
          .containsEntry("drain.Ready", "false")
          .containsEntry("drain.Phase", "draining")
          .containsEntry("drain.Running", "1");
      play(sendfile(small)).isFile(small);
      assertThat(play("body:of the application").text()).isEqualTo("of the application");
      assertThat(drain("--status", "true"))
          .containsPattern(": draining: 1 download, (10:00|9:\\d\\d) left");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("drain: draining: 1 download, (10:00|9:\\d\\d) left");

      running.answer("GET").hasStatus(200).isFile(large);
    }
    Await.until(
        "it is drained", SOON, () -> drain("--status", "true").contains("no download is left"));
    assertThat(drain("--cancel", "true")).contains("new downloads are admitted");
    assertThat(ask("/health/ready").status()).isEqualTo(200);
    play(sendfile(large)).isFile(large);
    assertThat(server.command("list-sendfile-history", "--from", "5m"))
        .containsPattern("drained +\\S+ +New downloads are refused; 1 download may go on until 2")
        .containsPattern("drained +- +No download is left")
        .containsPattern("resumed +\\S+ +New downloads are accepted again");
  }

  /** By the problem that tells of the drain. */
  private Instant since() {
    String problems = server.command("list-sendfile-problems");
    return Instant.parse(
        problems.replaceAll("(?s).*new downloads get 503 \\(since ([^)]+)\\).*", "$1"));
  }

  @Test
  void nextDrainHasItsOwnBegin() {
    drain("--deadline", "10m");
    Instant second = since().plusSeconds(2);
    drain("--cancel", "true");
    Await.until("it is later", SOON, () -> Instant.now().isAfter(second));
    drain("--deadline", "10m");
    assertThat(since()).isAfterOrEqualTo(second);
  }

  @Test
  void deadlineEndsWhatStillRuns() throws Exception {
    Snapshot before = server.probe();
    try (RawConnection running = begin()) {
      assertThat(drain("--deadline", "0", "--wait", "true"))
          .contains(": drained: no download is left, 1 ended at the deadline.");
      assertThatThrownBy(() -> running.answer("GET")).isInstanceOf(IOException.class);
    }
    awaitGrown("Shutdown", 1, before);
    Await.until(
        "its mark",
        SOON,
        () ->
            server
                .command("list-sendfile-history", "--from", "5m")
                .contains("No download is left, 1 ended at the deadline"));
  }

  @Test
  void commandWaitsForTheLastDownload() throws Exception {
    configure("rate-bytes-per-second", "2000000");
    Snapshot before = server.probe();
    try (RawConnection running = RawConnection.to(server.httpPort())) {
      running.send(RawConnection.get(Play.steps(sendfile(paced))));
      awaitGrown("Started", 1, before);
      CompletableFuture<Answer> whole = CompletableFuture.supplyAsync(() -> answer(running));
      assertThat(drain("--deadline", "60s", "--wait", "true"))
          .contains(": drained: no download is left.");
      whole.join().isFile(paced);
    }
    awaitGrown("Completed", 1, before);
  }

  @Test
  void wrongOptionsAreRefusedAndNothingBegins() {
    assertThatThrownBy(() -> drain("--deadline", "soon"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("--deadline must be a time of at most 24h, as in 45s, 30m or 2h");
    assertThatThrownBy(() -> drain("--status", "true", "--cancel", "true"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("Give --status or --cancel alone");
    assertThat(drain("--status", "true")).contains("new downloads are admitted");
  }
}
