package io.sendfile.glassfish.it;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Instances other than the administration server: settings made there reach them live, and survive
 * a restart.
 */
@Timeout(600)
@OwnProcess
@Release
class InstancesIT extends Scenario {
  private static final String NAME = "elsewhere";
  private static final String CONFIG = NAME + "-config";

  private final Path file = TestFiles.ofLength(300 << 10);

  private static Answer askThere(Instance instance, String target, String... headers)
      throws IOException {
    try (RawConnection connection = RawConnection.to(instance.httpPort())) {
      return connection.ask(target.replaceFirst("^/it/", "/" + NAME + "/"), headers);
    }
  }

  private Answer download(Instance instance, String... headers) throws IOException {
    return askThere(
        instance, Play.steps("sendfile:there:" + file.getFileName(), "body:mine"), headers);
  }

  private static void awaitThere(Instance instance) {
    Await.until(
        "the application on the instance",
        SOON,
        () -> askThere(instance, "/it/hello").status() == 200);
  }

  private String there(String command, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = NAME;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return server.command(command, all);
  }

  /** Its configuration is a copy of default-config, into which the harness has put bad values. */
  @Test
  void settingsOfAnInstanceAreMadeHereReachItLiveAndSurviveItsRestart() throws Exception {
    try (Instance instance = Instance.create(server, NAME)) {
      instance.start();
      deploy(NAME, "--target", NAME);
      try {
        awaitThere(instance);
        consoleHasNoPagesThere(instance);
        nonsenseIsToldAndMended();
        there("create-sendfile-root", "--path", TestFiles.folder().toString(), "there");
        download(instance).hasStatus(200).isFile(file);
        downloadIsResumedFromACopyThere(instance);
        changesAreLiveThere(instance);
        instance.stop();
        instance.start();
        awaitThere(instance);
        isThereAfterRestart(instance);
      } finally {
        there("undeploy", NAME);
      }
    }
    assertThat(server.command("list-sendfile-roots")).doesNotContain("there");
  }

  /** The instance has the bundle of the pages and an admin listener, but no console. */
  private static void consoleHasNoPagesThere(Instance instance) throws IOException {
    for (String path : new String[] {"/live", "/now.xhtml", "/configuration.xhtml"}) {
      try (RawConnection admin = instance.admin();
          RawConnection http = RawConnection.to(instance.httpPort())) {
        for (RawConnection connection : new RawConnection[] {admin, http}) {
          Answer answer = connection.ask("/sendfile-app" + path, "Cookie: JSESSIONID=0123456789");
          assertThat(answer.status()).as(path).isEqualTo(404);
        }
      }
    }
  }

  private void nonsenseIsToldAndMended() {
    assertThat(there("get-sendfile-configuration"))
        .contains("burst-bytes must be a whole number of bytes", "(found \"much\")")
        .contains(
            "etag must be one of strong, strong-inode, weak, none (found \"fine\"); the default"
                + " strong holds")
        .contains("sendfile-root \"relative\" is left out: path must be")
        .contains("sendfile-root \"twice\" is left out: name must be unique")
        .contains("sendfile-root \"\" is left out: name must be")
        .contains("sendfile-listener \"http-listener-1\": zero-copy must be true or false")
        .contains("sendfile-plugin \"\" is left out: name must be")
        .contains("sendfile-plugin \"adaptive\" is left out: name must be");
    assertThatThrownBy(() -> there("set-sendfile-configuration", "--etag", "weak"))
        .hasMessageContaining("burst-bytes must be")
        .hasMessageContaining("worker-threads must be")
        .hasMessageContaining("all in one asadmin set-sendfile-configuration");
    there("set-sendfile-configuration", "--etag=", "--burst-bytes=", "--worker-threads", "3");
    there("set-sendfile-listener", "--zero-copy=", "http-listener-1");
    for (String root : new String[] {"relative", "twice", ""}) {
      there("delete-sendfile-root", root);
    }
    there("delete-sendfile-plugin", "adaptive");
    there("delete-sendfile-plugin", "");
    assertThat(there("get-sendfile-configuration")).doesNotContain("Problems");
  }

  /** The copy keeps the time of the file; its device and inode differ. */
  private void downloadIsResumedFromACopyThere(Instance instance) throws IOException {
    Path original = TestFiles.settled("resumed.bin", 300 << 10);
    Path folder = TestFiles.folder().resolveSibling("copies");
    Files.createDirectories(folder);
    Path copy = folder.resolve(original.getFileName());
    Files.copy(original, copy, REPLACE_EXISTING, COPY_ATTRIBUTES);
    there("create-sendfile-root", "--path", folder.toString(), "copies");
    String there = Play.steps("sendfile:copies:resumed.bin");
    String[] resume = {
      "Range: bytes=100000-",
      "If-Range: " + play(sendfile(original)).isFile(original).header("ETag")
    };

    assertThat(askThere(instance, there, resume).hasStatus(206).length()).isEqualTo(207_200);
    there("set-sendfile-configuration", "--etag", "strong-inode");
    askThere(instance, there, resume).hasStatus(200).isFile(copy);

    there("set-sendfile-configuration", "--etag=");
    there("delete-sendfile-root", "copies");
  }

  private void changesAreLiveThere(Instance instance) throws IOException {
    server.command("set-sendfile-configuration", "--target", CONFIG, "--range-limit", "1");
    download(instance, "Range: bytes=0-0,2-2").hasStatus(200).isFile(file);
    there("set-sendfile-configuration", "--range-limit=");
    download(instance, "Range: bytes=0-0,2-2").hasStatus(206);

    there("set-sendfile-listener", "--enabled", "false", "http-listener-1");
    assertThat(download(instance).leaksNothing().text()).isEqualTo("mine");
    there("delete-sendfile-listener", "http-listener-1");
    download(instance).isFile(file);

    server.command("set", "configs.config." + CONFIG + ".sendfile-config.etag=weak");
    assertThat(download(instance).header("ETag")).startsWith("W/");
    assertThat(there("get-sendfile-configuration"))
        .containsPattern("etag +weak +strong +live +domain.xml");
    assertThat(server.command("get-sendfile-configuration"))
        .containsPattern("etag +strong +strong +live +default");
    there("set-sendfile-plugin", "--enabled", "false", "--property", "a=b", "not-there");
    assertThat(there("list-sendfile-plugins")).containsPattern("not-there +- +false .*a=b");
  }

  private void isThereAfterRestart(Instance instance) throws IOException {
    Answer answer = download(instance, "Range: bytes=0-0,2-2").hasStatus(206);
    assertThat(answer.header("ETag")).startsWith("W/");
    there("set-sendfile-configuration", "--range-limit", "1");
    download(instance, "Range: bytes=0-0,2-2").hasStatus(200).isFile(file);
    there("delete-sendfile-root", "there");
    download(instance).hasStatus(404).leaksNothing();
  }
}
