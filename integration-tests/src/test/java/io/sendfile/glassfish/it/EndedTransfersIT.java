package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Rest;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of ended transfers, in a server that can be stopped and killed. */
@Timeout(300)
@OwnProcess
class EndedTransfersIT extends Scenario {
  private static final String COMMAND = "list-sendfile-ended-transfers";

  /** There are at most 60 lines of ends a minute, which other tests may have used up. */
  private static final Duration ONE_MORE_MINUTE = Duration.ofSeconds(90);

  private final Path small = TestFiles.ofLength(1 << 10);
  private final Path large = TestFiles.ofLength(20 << 20);

  private String ended(String... options) {
    return server.command(COMMAND, options);
  }

  private void download(String id, Path file) throws IOException {
    play("header:X-Sendfile-Id=" + id, sendfile(file)).hasStatus(200).isFile(file);
  }

  private void cancelled(String id) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      String target = Play.steps("header:X-Sendfile-Id=" + id, sendfile(large));
      connection.send(RawConnection.get(target, "Range: bytes=100-9999999"));
      assertThat(connection.head().status()).isEqualTo(206);
      // The header comes before the transfer begins.
      Await.until(
          id + " waits for its client",
          SOON,
          () -> server.probe().number("transfers.waiting-peer") == 1);
      server.command("cancel-sendfile-transfer", id);
    }
    awaitEnd(id);
  }

  private void awaitEnd(String id) {
    Await.until(
        () -> id + " has ended; there are\n" + ended("--long", "true"),
        SOON,
        () -> ended("--id", id, "--long", "true").contains(id));
  }

  @Test
  void endsAreListedWithTheirCircumstances() throws Exception {
    download("whole-1", large);
    awaitEnd("whole-1");
    cancelled("part-1");
    download("small-1", small);

    assertThat(ended("--id", "*-1", "--since", "5m").lines())
        .anySatisfy(
            line -> assertThat(line).contains("completed", " 200 ", "127.0.0.1", " it ", "21.0 MB"))
        .anySatisfy(
            line -> assertThat(line).contains("cancelled", " 206 ", TestFiles.value(large)));
    assertThat(ended("--outcome", "incomplete", "--long", "true"))
        .contains("part-1")
        .doesNotContain("whole-1");
    assertThat(ended("--id", "part-1", "--long", "true"))
        .contains("100-9999999", "an administrator cancelled it");
    assertThat(ended("--reason", "an administrator*", "--long", "true"))
        .contains("part-1", "its client read slowly")
        .doesNotContain("whole-1");
    assertThat(ended("--id", "whole-1", "--long", "true"))
        .contains("completed")
        .doesNotContain("an administrator cancelled it");
    assertThat(ended("--long", "true")).as("a small one that completed").doesNotContain("small-1");
    assertThat(ended("--application", "it", "--root", TestFiles.ROOT, "--client", "127.0.*"))
        .contains("completed", "cancelled");
    assertThat(ended("--application", "other"))
        .contains("No remembered transfer matches these conditions");
    assertThat(ended("--limit", "1").lines().filter(line -> line.contains(TestFiles.ROOT)))
        .hasSize(1);
    assertThatThrownBy(() -> ended("--outcome", "stale"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("There is no outcome \"stale\". There are completed, client-abort");
    assertThatThrownBy(() -> ended("--since", "lately"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("since: \"lately\" is no time. Give one such as 2026-");
  }

  /** In GlassFish 8 only: 7.0.x may stop writing its log early in the start. */
  @Test
  void cancelIsALineInTheLogOfTheServer() throws Exception {
    if (!Settings.server().equals("glassfish8")) {
      return;
    }
    Path log = ServerProcess.domain().resolve("logs/server.log");
    Pattern line =
        Pattern.compile(
            "sendfile ended \\(cancelled\\): transfer [0-9a-f]{8}-[0-9a-f]+ \\(id logged-1\\) of '"
                + Pattern.quote(TestFiles.value(large))
                + "' to 127\\.0\\.0\\.1, application 'it', ");
    Await.until(
        () -> "logged: " + line,
        ONE_MORE_MINUTE,
        () -> {
          cancelled("logged-1");
          return line.matcher(Files.readString(log)).find();
        });
  }

  @Test
  void restHasTheSameAsData() throws Exception {
    cancelled("by-rest");
    JsonObject row =
        Rest.get(Rest.SERVER + COMMAND, "id=by-rest", "limit=1")
            .data()
            .getJsonArray("ended-transfers")
            .getJsonObject(0);
    assertThat(row.getString("instance")).isEqualTo("server");
    assertThat(row.getString("outcome")).isEqualTo("cancelled");
    assertThat(row.getString("download-id")).isEqualTo("by-rest");
    assertThat(row.getString("file")).isEqualTo(TestFiles.value(large));
    assertThat(row.getString("total")).isEqualTo("9999900");
    assertThat(row.getString("time")).matches("2\\d{3}-\\d\\d-\\d\\dT.*\\.\\d{3}Z");
  }

  @Test
  @Release
  void listOutlivesAKillAndAStop() throws Exception {
    cancelled("before-the-kill");
    Path file = ServerProcess.domain().resolve("sendfile/ended/journal");
    Await.until("it is written", SOON, () -> Files.readString(file).contains("before-the-kill"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    ServerProcess.kill();
    ServerProcess.start();
    assertThat(ended("--long", "true")).contains("before-the-kill");

    cancelled("before-the-stop");
    ServerProcess.restart();
    assertThat(ended("--id", "before-*", "--long", "true"))
        .containsSubsequence("before-the-kill", "before-the-stop");
    assertThat(server.command("get-sendfile-configuration"))
        .containsPattern("ended transfers: [1-9]\\d* remembered\\s");
  }

  @Test
  @Release
  void downloadThatAKillCutsIsToldByTheNextStart() throws Exception {
    Path file = ServerProcess.domain().resolve("sendfile/ended/journal");
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      String target = Play.steps("header:X-Sendfile-Id=cut-by-a-kill", sendfile(large));
      connection.send(RawConnection.get(target));
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until(
          "it is noted, as each minute",
          Duration.ofSeconds(100),
          () -> Files.exists(file) && Files.readString(file).contains("cut-by-a-kill"));
      ServerProcess.kill();
    }
    ServerProcess.start();
    assertThat(ended("--id", "cut-by-a-kill", "--long", "true"))
        .contains("server-died", TestFiles.value(large), "the server died");
    assertThat(server.command("list-sendfile-statistics"))
        .containsPattern("server-died +1 +transfers");
    ServerProcess.restart();
    assertThat(ended("--id", "cut-by-a-kill").lines().filter(line -> line.contains("died")))
        .hasSize(1);
    assertThat(server.command("list-sendfile-statistics"))
        .containsPattern("server-died +0 +transfers");
  }

  @Test
  void logHasAnObjectForEachDownload() throws Exception {
    Path log = ServerProcess.domain().resolve("logs/sendfile-downloads.0.jsonl");
    // Of an earlier run in this folder.
    Files.deleteIfExists(log);
    configure("download-log-bytes", "10000000");
    download("logged-1", small);
    cancelled("logged-2");
    configure("download-log-bytes", "0");
    download("not-logged", small);

    List<JsonObject> lines = new ArrayList<>();
    Await.until(
        "both are written",
        SOON,
        () -> {
          lines.clear();
          for (String line : Files.readAllLines(log)) {
            try (JsonReader reader = Json.createReader(new StringReader(line))) {
              lines.add(reader.readObject());
            }
          }
          return lines.size() == 2;
        });
    JsonObject whole = lines.get(0);
    assertThat(whole.getString("download-id")).isEqualTo("logged-1");
    assertThat(whole.getString("outcome")).isEqualTo("completed");
    assertThat(whole.getJsonNumber("bytes").longValue()).isEqualTo(1 << 10);
    JsonObject part = lines.get(1);
    assertThat(part.getString("file")).isEqualTo(TestFiles.value(large));
    assertThat(part.getString("client")).isEqualTo("127.0.0.1");
    assertThat(part.getString("application")).isEqualTo("it");
    assertThat(part.getString("range")).isEqualTo("100-9999999");
    assertThat(part.getString("reason")).isEqualTo("an administrator cancelled it");
    assertThat(part.getInt("status")).isEqualTo(206);
    assertThat(part.getJsonNumber("duration-ms").longValue()).isPositive();
    assertThat(part.getJsonObject("time-percent").keySet()).contains("client");
    assertThat(part.getString("verdict")).isEqualTo("its client read slowly");
  }

  @Test
  void noneAreListedWhenNoneAreWanted() throws Exception {
    cancelled("unwanted-1");
    configure("ended-transfers", "0");
    assertThat(ended()).contains("No remembered transfer matches these conditions");
    download("unwanted-2", large);
    configure("ended-transfers", "100");
    cancelled("wanted");
    assertThat(ended("--long", "true")).contains("wanted").doesNotContain("unwanted");
  }
}
