package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A history outlives stops, kills and damage, also that of a root; its marks name the
 * administrators.
 */
@Timeout(300)
@OwnProcess
@Release
class HistoryRestartIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static OwnServer server;

  private final Path file = TestFiles.ofLength(300 << 10);

  @BeforeAll
  static void install() throws IOException {
    server = OwnServer.unpack("historian");
    Distribution.unpack().installInto(server.home()).succeeded();
    server.start();
    server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
    server.deploy();
  }

  @AfterAll
  static void remove() throws IOException {
    server.close();
  }

  private static String history() {
    return server.command("list-sendfile-history", "--from", "1d", "--step", "1d");
  }

  private static void awaitHistoryOfRoot() {
    awaitHistory("files +307 kB +1 +1 +0 +0");
    assertThat(
            server.command("list-sendfile-history", "--from", "1d", "--step", "1d", "--root", "f*"))
        .containsPattern(" 307 kB +1 +1 +0 +0 ");
  }

  private static void awaitHistory(String pattern) {
    Await.until(
        () -> pattern + " in " + history(),
        SOON,
        () -> history().lines().anyMatch(line -> line.matches(pattern)));
  }

  /** Another administrator, by REST. */
  private static void configureAs(String user, String password, String form) throws Exception {
    String both = user + ":" + password;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/management/domain/configs/config/server-config/set-sendfile-configuration"
                        .formatted(server.adminPort())))
            .header("X-Requested-By", "sendfile")
            .header("Accept", "application/json")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)))
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void createAdministrator(String name, String password) throws IOException {
    Path passwords = server.home().resolveSibling("passwords");
    Files.writeString(passwords, "AS_ADMIN_PASSWORD=\nAS_ADMIN_USERPASSWORD=" + password + "\n");
    Command.Outcome made =
        server.asadmin(
            "--passwordfile",
            passwords.toString(),
            "create-file-user",
            "--authrealmname",
            "admin-realm",
            "--groups",
            "asadmin",
            name);
    made.succeeded();
  }

  @Test
  void outlivesStopsKillsAndDamage() throws Exception {
    server.ask(Play.steps("sendfile:files:" + file.getFileName())).hasStatus(200).isFile(file);
    awaitHistory(".* 1 +1 +0 +0 .* ms");
    awaitHistoryOfRoot();
    createAdministrator("ann", "a-word");
    configureAs("ann", "a-word", "stall-timeout-seconds=44");
    // Of two administrators each has to sign in, which the harness does not.
    server.asadmin("delete-file-user", "--authrealmname", "admin-realm", "ann").succeeded();
    awaitHistory(".* configuration +ann +.*stall-timeout-seconds is 44, was 60.*");
    server.asadmin("set", "configs.config.server-config.sendfile-config.range-limit=7").succeeded();
    awaitHistory(".* configuration +admin +.*range-limit is 7, was 256");

    server.stop();
    server.start();
    awaitHistory(".* stop +- +Server stopped");
    awaitHistory(".* start +- +Server started");
    awaitHistory(".* configuration +ann +.*stall-timeout-seconds is 44, was 60.*");
    awaitHistory(".* 1 +1 +0 +0 .* ms");

    awaitHistoryOfRoot();

    server.close();
    server.start();
    awaitHistoryOfRoot();
    awaitHistory(".* start +- +Server started; it had ended without a stop");
    awaitHistory(".* 1 +1 +0 +0 .* ms");

    server.stop();
    Path path = server.domain().resolve("sendfile/history");
    Files.writeString(path, "not a history");
    server.start();
    assertThat(path.resolveSibling("history.damaged")).hasContent("not a history");
    assertThat(history()).contains("Server started").doesNotContain("ann");
  }
}
