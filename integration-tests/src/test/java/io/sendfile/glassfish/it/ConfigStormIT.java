package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings change again and again, rightly and wrongly, while files are downloaded. */
@Timeout(120)
class ConfigStormIT extends Scenario {
  private static final String ELEMENT = "configs.config.server-config.sendfile-config.";
  private static final int ROUNDS = 8;
  private static final List<String> ALGORITHMS =
      List.of("simple-blocking", "equal-blocking", "equal-non-blocking", "slow-start");

  private final Path file = TestFiles.ofLength(20 << 20);

  /** A download of which the server has sent some, and cannot send more until it is read. */
  private record Begun(RawConnection connection, RawConnection.Head head) {}

  private Begun begin(int port) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(port, 4096);
    connection.send(RawConnection.get(Play.steps(sendfile(file))));
    return new Begun(connection, connection.head());
  }

  @Test
  void noDownloadIsCutAndTheLastValueHolds() throws Exception {
    List<Begun> downloads = new ArrayList<>();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        downloads.add(begin(round % 2 == 0 ? server.httpPort() : server.unitedPort()));
        change(round);
        play(sendfile(file)).isFile(file);
      }
      for (Begun download : downloads) {
        download.connection.answerBody(download.head).isFile(file);
      }
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("burst-bytes +" + (4096 + ROUNDS - 1) + " ")
          .containsPattern("worker-threads +" + ROUNDS + " ")
          .doesNotContain("Problems", "Listeners with values of their own");
    } finally {
      for (Begun download : downloads) {
        download.connection.close();
      }
    }
  }

  private void change(int round) {
    String algorithm = ALGORITHMS.get(round % ALGORITHMS.size());
    configure(
        "algorithm",
        algorithm,
        "worker-threads",
        "" + (round + 1),
        "burst-bytes",
        "" + (4096 + round));
    refused("set-sendfile-configuration", "--worker-threads", "5", "--burst-bytes", "-1");
    refused("set", ELEMENT + "worker-threads=many");
    server.command(
        "set-sendfile-listener", "--worker-threads", "2", "--buffer-policy", "heap-view", "united");
    refused("set-sendfile-listener", "--algorithm", "nosuch", "united");
    server.command("set-sendfile-plugin", "--enabled", "" + (round % 2 == 0), "slow-start");
    refused("set-sendfile-plugin", "--enabled", "perhaps", "slow-start");
    server.command("set", ELEMENT + "sendfile-plugin.slow-start.enabled=false");
    server.command(
        "create-sendfile-root", "--path", TestFiles.folder().toString(), "storm" + round);
    refused("create-sendfile-root", "--path", "/", "storm" + round);
    server.command("set", ELEMENT + "sendfile-root.storm" + round + ".zero-copy=false");
    server.command("delete-sendfile-root", "storm" + round);
    server.command("delete-sendfile-listener", "united");
    server.command("delete-sendfile-plugin", "slow-start");
  }

  private void refused(String command, String... arguments) {
    assertThatThrownBy(() -> server.command(command, arguments)).isInstanceOf(CommandFailed.class);
  }
}
