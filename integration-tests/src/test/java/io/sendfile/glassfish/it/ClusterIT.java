package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Cluster;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Rest;
import io.sendfile.glassfish.it.harness.ServerFolder;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Monitoring and control of a cluster from the administration server, even when a member is down.
 */
@Timeout(900)
@OwnProcess
@Release
class ClusterIT extends Scenario {
  private static final String PAIR = "pair";
  private static final String ONE = PAIR + "-one";
  private static final String TWO = PAIR + "-two";

  private final Path small = TestFiles.ofLength(1 << 10);
  private final Path large = TestFiles.ofLength(20 << 20);

  /** A command about the cluster. */
  private String pair(String command, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = PAIR;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return server.command(command, all);
  }

  private static String target(Path file, String... steps) {
    String[] all = new String[steps.length + 1];
    all[0] = "sendfile:shared:" + file.getFileName();
    System.arraycopy(steps, 0, all, 1, steps.length);
    return Play.steps(all).replaceFirst("^/it/", "/" + PAIR + "/");
  }

  private Answer download(Instance member, Path file) throws IOException {
    try (RawConnection connection = RawConnection.to(member.httpPort())) {
      return connection.ask(target(file)).hasStatus(200).isFile(file);
    }
  }

  private static boolean hello(Instance member) throws IOException {
    try (RawConnection connection = RawConnection.to(member.httpPort())) {
      return connection.ask("/" + PAIR + "/hello").status() == 200;
    }
  }

  /** A download whose client does not read. */
  private RawConnection begin(Instance member, String id) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(member.httpPort(), 4096);
    connection.send(RawConnection.get(target(large, "header:X-Sendfile-Id=" + id)));
    Await.until(id + " is listed", SOON, () -> transfers().contains(id));
    return connection;
  }

  private String transfers() {
    try {
      return pair("list-sendfile-transfers", "--long", "true");
    } catch (CommandFailed e) {
      return e.getMessage();
    }
  }

  /** The output of a command that fails, as a member does not answer. */
  private String withoutOne(String command, String... arguments) {
    CommandFailed failed =
        catchThrowableOfType(CommandFailed.class, () -> pair(command, arguments));
    assertThat(failed).as(command).hasMessageContaining("1 of 2 servers answered.");
    return failed.getMessage();
  }

  private static void endsEarly(RawConnection connection) {
    assertThatThrownBy(() -> connection.body(connection.head(), OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void membersAreWatchedAndSteeredTogether() throws Exception {
    try (Cluster cluster = Cluster.create(server, PAIR)) {
      cluster.start();
      deploy(PAIR, "--target", PAIR);
      try {
        settingsReachBothLive(cluster);
        aDownloadOfAMemberIsSteered(cluster.two());
        explanationsAndRefusalsNameTheirMember();
        statisticsAreAddedUp(cluster);
        whatNobodyHasIsRefusedByName();
        cluster.one().kill();
        aMemberThatIsDownIsNamed(cluster.two());
        cluster.two().kill();
        assertThatThrownBy(() -> pair("list-sendfile-statistics"))
            .isInstanceOf(CommandFailed.class)
            .hasMessageContaining(ONE + ": ")
            .hasMessageContaining(TWO + ": ");
      } finally {
        pair("undeploy", PAIR);
      }
    }
  }

  /** The configuration is a copy of default-config, into which the harness has put bad values. */
  private void settingsReachBothLive(Cluster cluster) throws IOException {
    pair("set-sendfile-configuration", "--etag=", "--burst-bytes=", "--worker-threads=");
    pair("create-sendfile-root", "--path", TestFiles.folder().toString(), "shared");
    folderIsLookedAtByEachMember();
    for (Instance member : new Instance[] {cluster.one(), cluster.two()}) {
      Await.until("the application on " + member.name(), SOON, () -> hello(member));
    }
    for (String etag : new String[] {"weak", "strong"}) {
      pair("set-sendfile-configuration", "--etag", etag);
      for (Instance member : new Instance[] {cluster.one(), cluster.two()}) {
        assertThat(download(member, small).header("ETag").startsWith("W/"))
            .as(member.name())
            .isEqualTo(etag.equals("weak"));
      }
    }
  }

  /** The administration server has another value of the token. */
  private void folderIsLookedAtByEachMember() {
    String path = TestFiles.folder().resolve("of-${com.sun.aas.instanceName}").toString();
    assertThat(pair("create-sendfile-root", "--path", path, "own"))
        .contains("Its folder is not checked here: ")
        .contains("Warning: " + path.replaceFirst("[$].*", ONE) + " is missing")
        .contains("Warning: " + path.replaceFirst("[$].*", TWO) + " is missing")
        .doesNotContain("of-server");
    assertThat(pair("list-sendfile-roots", "--long", "true"))
        .contains(path, "not checked here")
        .doesNotContain("of-server");
    pair("delete-sendfile-root", "own");
  }

  private void aDownloadOfAMemberIsSteered(Instance member) throws IOException {
    try (RawConnection connection = begin(member, "steered")) {
      assertThat(Rest.get("clusters/cluster/" + PAIR + "/list-sendfile-transfers").data())
          .extractingByKey("transfers")
          .asString()
          .contains("steered");
      assertThat(transfers().lines().filter(line -> line.contains("steered")))
          .singleElement()
          .asString()
          .contains(TWO, "shared:" + large.getFileName())
          .doesNotContain(ONE);
      assertThat(pair("set-sendfile-transfer-rate", "steered", "100"))
          .contains(TWO + ": Transfer ", "is sent at no more than 100 bytes/s")
          .doesNotContain(ONE);
      assertThat(pair("cancel-sendfile-transfer", "steered"))
          .contains(TWO + ": Transfer ", "is cancelled after")
          .doesNotContain(ONE);
      endsEarly(connection);
    }
    Await.until("it has ended", SOON, () -> transfers().contains("No transfer is running."));
    assertThat(
            pair("list-sendfile-ended-transfers", "--outcome", "cancelled", "--file", "shared:*"))
        .contains(TWO, "shared:" + large.getFileName())
        .doesNotContain(ONE);
  }

  /** As after an update of the module: GlassFish has cached the parameters of an older command. */
  private static void outdateKnownParameters(String command) throws IOException {
    List<Path> known;
    try (Stream<Path> all = Files.walk(ServerFolder.clientFolder())) {
      known = all.filter(file -> file.endsWith(command)).toList();
    }
    assertThat(known).as("known parameters of " + command).isNotEmpty();
    for (Path file : known) {
      Files.writeString(file, Files.readString(file).replaceFirst("ETag: .", "ETag: -"));
    }
  }

  private void explanationsAndRefusalsNameTheirMember() throws IOException {
    assertThat(pair("explain-sendfile", "shared:none")).contains("refused: missing");
    outdateKnownParameters("explain-sendfile");
    String[] asked = {"--request-header", "A: 1", "--request-header", "B: 2", "shared:none"};
    assertThat(pair("explain-sendfile", asked))
        .containsSubsequence(ONE + ":", "refused: missing", "A: 1", "B: 2")
        .containsSubsequence(TWO + ":", "refused: missing", "A: 1", "B: 2");
    assertThat(pair("list-sendfile-refusals")).contains("No remembered refusal");
  }

  /** Two downloads of each member and one that was cancelled came before. */
  private void statisticsAreAddedUp(Cluster cluster) throws IOException {
    download(cluster.one(), small);
    download(cluster.two(), small);
    download(cluster.two(), large);
    Await.until(
        () -> "all are counted in " + pair("list-sendfile-statistics"),
        SOON,
        () -> {
          assertThat(pair("list-sendfile-statistics"))
              .contains("All of pair (" + ONE + ", " + TWO + ") since ")
              .containsPattern("statistic +all +on " + ONE + " +on " + TWO + " +unit")
              .containsPattern("completed +7 +3 +4 +transfers")
              .containsPattern("http-listener-1 +all +8 ")
              .containsPattern("shared +on " + TWO + " +5 ");
          return true;
        });
    assertThat(pair("list-sendfile-statistics", "--listener", "http-listener-1"))
        .contains("Listener http-listener-1 of pair")
        .containsPattern("completed +7 +3 +4 +transfers");
    assertThat(server.command("list-sendfile-statistics", "--target", TWO))
        .contains("Server " + TWO + " since ")
        .containsPattern("completed +4 +transfers");
  }

  /**
   * GlassFish would report an instance that needs a restart, if it had asked the instance itself.
   */
  private void whatNobodyHasIsRefusedByName() {
    assertThatThrownBy(() -> pair("cancel-sendfile-transfer", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining(ONE + ": No transfer \"none\" is running")
        .hasMessageContaining(TWO + ": No transfer \"none\" is running");
    assertThatThrownBy(() -> pair("list-sendfile-statistics", "--listener", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining(ONE + ": No listener \"none\"");
    assertThat(server.command("list-instances", PAIR))
        .contains("running")
        .doesNotContain("restart");
  }

  private void aMemberThatIsDownIsNamed(Instance other) throws IOException {
    try (RawConnection connection = begin(other, "other")) {
      String error = ONE + "  error    ";
      assertThat(withoutOne("list-sendfile-transfers")).contains(error, TWO, "shared:");
      assertThat(withoutOne("list-sendfile-transfers", "--csv", "true"))
          .contains("instance,error,", "\n" + ONE + ",", "\n" + TWO + ",,");
      assertThat(withoutOne("list-sendfile-problems"))
          .contains(error + "server: it does not answer: ");
      assertThat(withoutOne("list-sendfile-statistics"))
          .contains("All of " + PAIR + " (" + TWO + ") since ", error);
      Rest.Reply reply = Rest.get("clusters/cluster/" + PAIR + "/list-sendfile-problems");
      assertThat(reply.refusal()).contains("\"code\":\"no-answer\"", ONE, "\"answered\":1");
      assertThat(pair("cancel-sendfile-transfer", "other")).contains(TWO + ": Transfer ");
      endsEarly(connection);
    }
    assertThatThrownBy(() -> pair("cancel-sendfile-transfer", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining(ONE + ": ")
        .hasMessageContaining(TWO + ": No transfer \"none\" is running");
    pair("set-sendfile-configuration", "--etag", "weak");
    assertThat(download(other, small).header("ETag")).startsWith("W/");
  }
}
