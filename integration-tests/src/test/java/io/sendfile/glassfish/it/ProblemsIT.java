package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Problems of a server, as administrators and balancers learn of them. */
@Timeout(120)
@Smoke
@InContainer
class ProblemsIT extends Scenario {
  private static final String MISSING =
      "error    root absent: missing \\(since \\S+\\)\n    the folder does not exist";

  private String problems() {
    return server.command("list-sendfile-problems");
  }

  @Test
  void missingFolderIsAProblemUntilItIsThere() throws Exception {
    Path folder = TestFiles.folder().resolveSibling("absent");
    withRoot(
        folder,
        () -> {
          assertThat(problems()).containsPattern(MISSING);
          Files.createDirectory(folder);
          assertThat(problems()).doesNotContain("root absent");
          Files.delete(folder);
          assertThat(problems()).containsPattern(MISSING);
        });
    assertThat(problems()).doesNotContain("root absent");
  }

  @Test
  void rootThatIsNotMadeYetIsLookedAt() {
    Path folder = TestFiles.folder();
    assertThat(server.command("list-sendfile-problems", "--path", folder.toString()))
        .contains("No problem is known.");
    Path missing = folder.resolve("not-there");
    assertThat(
            server.command(
                "list-sendfile-problems",
                "--path",
                missing.toString(),
                "--applications",
                "not-there",
                "--virtual-servers",
                "server"))
        .contains(
            "error    " + missing + " is missing: the folder does not exist",
            "warning  applications names not-there, which is not deployed; there are ")
        .doesNotContain("virtual-servers");
    assertThat(server.command("list-sendfile-problems", "--path", "/", "--store", "s4://films"))
        .contains("s4://films is in a store that no plug-in serves");
    assertThat(server.command("list-sendfile-roots")).doesNotContain("new");
  }

  @Test
  void limitThatIsNotMadeYetIsLookedAt() {
    assertThat(
            server.command(
                "list-sendfile-problems", "--application", "not-there", "--root", "not-either"))
        .contains(
            "warning  application not-there is not deployed; there are ",
            "warning  root not-either does not exist; there are ");
    assertThat(server.command("list-sendfile-problems", "--root", TestFiles.ROOT))
        .contains("No problem is known.");
  }

  /** An empty mount point looks like a folder without files. */
  @Test
  void rootWithoutItsMarkerFileIsAProblemAndAnswers503() throws Exception {
    Path folder = Files.createDirectory(TestFiles.folder().resolveSibling("absent"));
    Path marker = folder.resolve(".mounted");
    String steps = Play.steps("sendfile:absent:f");
    withRoot(
        folder,
        () -> {
          assertThat(ask(steps).status()).isEqualTo(404);
          server.command("set-sendfile-root", "--marker-file", ".mounted", "absent");
          assertThat(problems())
              .contains("error    root absent: without its marker file, so that requests get 503");
          assertThat(ask(steps).status()).isEqualTo(503);
          Files.createFile(marker);
          assertThat(problems()).doesNotContain("root absent");
          assertThat(ask(steps).status()).isEqualTo(404);
        });
    Files.delete(marker);
    Files.delete(folder);
  }

  /** As by an administrator who has long forgotten it. */
  @Test
  void moduleThatIsSwitchedOffIsToldByProblemsAndByCommands() throws Exception {
    configure("enabled", "false");
    assertThat(problems())
        .contains("notice   as the module is switched off, applications' own code answers")
        .contains("asadmin set-sendfile-configuration --enabled true switches it on");
    String folder = TestFiles.folder().toString();
    assertThat(server.command("create-sendfile-root", "--path", folder, "absent"))
        .contains("Root absent is in force once the module is switched on (enabled is false): X-");
    server.deleteRoot("absent");
    assertThat(server.command("set-sendfile-configuration", "--client-rate-bytes-per-second", "5M"))
        .contains("In force once the module is switched on (enabled is false); running");
    configure("client-rate-bytes-per-second", "");
    if (Settings.server().equals("glassfish8")) {
      Await.until("still ready", SOON, () -> ready(200, "the module is switched off"));
    }
    assertThat(server.command("set-sendfile-configuration", "--enabled", "true"))
        .contains("In force at once");
    assertThat(problems()).doesNotContain("switched off");
  }

  private void withRoot(Path folder, Work work) throws Exception {
    server.createRoot("absent", folder);
    try {
      work.run();
    } finally {
      server.deleteRoot("absent");
    }
  }

  /**
   * The health of GlassFish 8, whose check has the problems as details. GlassFish 7 has no health,
   * and Payara one of its own alone.
   */
  @Test
  void readinessHasTheProblemsAndFallsWithTheLastRootOnly() throws Exception {
    if (!Settings.server().equals("glassfish8")) {
      Answer health = ask("/health/ready");
      assertThat(health.status()).isEqualTo(Settings.server().startsWith("payara") ? 200 : 404);
      assertThat(health.text()).doesNotContain("sendfile");
      return;
    }
    Await.until("ready", SOON, () -> ready(200, "\"status\":\"UP\""));
    withRoot(
        TestFiles.folder().resolveSibling("absent"),
        () -> assertThat(ready(200, "root absent: missing")).isTrue());
    Path folder = TestFiles.folder();
    Path away = folder.resolveSibling("away");
    Files.move(folder, away);
    try {
      Await.until("not ready", SOON, () -> ready(503, "root " + TestFiles.ROOT + ": missing"));
      assertThat(ask("/health/live").status()).isEqualTo(200);
    } finally {
      Files.move(away, folder);
    }
    Await.until("ready", SOON, () -> ready(200, "\"name\":\"sendfile\""));
  }

  private boolean ready(int status, String text) throws IOException {
    Answer answer = ask("/health/ready");
    return answer.status() == status && answer.text().contains(text);
  }
}
