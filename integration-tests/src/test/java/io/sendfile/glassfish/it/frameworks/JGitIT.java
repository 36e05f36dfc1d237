package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Clones by Git out of JGit's GitServlet, with the filter of docs/frameworks.md. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JGitIT extends FrameworkScenario {
  private Path git;
  private FrameworkApplication jgit;

  @BeforeAll
  void deployRepository() throws IOException {
    git = Files.createTempDirectory(Settings.work(), "git");
    run("git", "init", "--quiet", "work");
    Files.copy(original, git.resolve("work/film.bin"));
    run("git", "-C", "work", "add", "film.bin");
    run(
        "git",
        "-C",
        "work",
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "commit",
        "--quiet",
        "--message=Film");
    run("git", "clone", "--quiet", "--bare", "work", "films.git");
    run("git", "-C", "films.git", "repack", "-adq");
    run("git", "-C", "films.git", "update-server-info");
    jgit = FrameworkApplication.deploy("jgit", xml -> xml.replace("/srv/git", git.toString()));
  }

  @AfterAll
  void undeploy() {
    jgit.close();
  }

  /** As mirrors and simple clients load a repository. */
  @Test
  void packsOfADumbCloneAreHandedOff() throws IOException {
    assertThat(handedOff("git", "0")).isPositive();
  }

  @Test
  void packsThatAreMadeForAClientAreLeftToJGit() throws IOException {
    assertThat(handedOff("git", "1")).isZero();
  }

  @Test
  void anUnchangedJGitServesBothKindsOfClones() throws IOException {
    assertThat(handedOff("copied", "0") + handedOff("copied", "1")).isZero();
  }

  @Test
  void packsAreCopiedWhereTheModuleIsOff() throws IOException {
    configure("enabled", "false");

    assertThat(handedOff("git", "0")).isZero();
  }

  /** How many transfers of the module a clone takes, by the smart protocol or by files alone. */
  private long handedOff(String path, String smart) throws IOException {
    Path clone = Files.createTempDirectory(git, "clone");
    Snapshot before = server.probe();

    run("env", "GIT_SMART_HTTP=" + smart, "git", "clone", "--quiet", url(path), clone.toString());

    assertThat(clone.resolve("film.bin")).hasSameBinaryContentAs(original);
    return grown("Started", before);
  }

  private String url(String path) {
    return "http://localhost:" + server.httpPort() + jgit.at(path + "/films.git");
  }

  private void run(String... line) throws IOException {
    Command.run(git, line).succeeded();
  }
}
