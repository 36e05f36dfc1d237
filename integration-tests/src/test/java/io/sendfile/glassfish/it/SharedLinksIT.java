package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Cluster;
import io.sendfile.glassfish.it.harness.Derby;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Links of a cluster, whose members share what was used of them in the Derby of the server. */
@Timeout(1800)
@OwnProcess
@Release
class SharedLinksIT extends Scenario {
  private static final String PAIR = "sharing";
  private static final Pattern LINK = Pattern.compile("/sendfile-links/[\\w.~%/-]+");

  /** Until a server that was killed counts as dead, and a little more. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final Path small = TestFiles.settled("shared.txt", 1 << 10);
  private final Path large = TestFiles.settled("shared.bin", 20 << 20);
  private final Path middle = TestFiles.settled("shared.mid", 1 << 20);
  private int port;
  private Derby database;

  private void startDatabase() throws IOException {
    database = Derby.start(folder, ServerProcess.java(), Settings.glassfishHome(), port);
  }

  private String link(Path file) {
    String output =
        server.command(
            "create-sendfile-link",
            "--target",
            PAIR,
            "--once",
            "true",
            "linked:" + file.getFileName());
    Matcher link = LINK.matcher(output);
    assertThat(link.find()).as(output).isTrue();
    return link.group();
  }

  private static Answer ask(Instance member, String link, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.to(member.httpPort())) {
      return connection.ask(link, headers);
    }
  }

  private static void awaits(
      int status, Duration deadline, Instance member, String link, String... headers) {
    List<Integer> statuses = new ArrayList<>();
    Await.until(
        () -> status + " after " + statuses,
        deadline,
        () -> {
          int now = ask(member, link, headers).status();
          if (statuses.isEmpty() || statuses.get(statuses.size() - 1) != now) {
            statuses.add(now);
          }
          return now == status;
        });
  }

  @Test
  void membersShareWhatWasUsed() throws Exception {
    port = server.freePort();
    startDatabase();
    // Members get it with the domain's other files when they start.
    Derby.addDriver(Settings.glassfishHome(), ServerProcess.domain());
    try (Cluster cluster = Cluster.create(server, PAIR)) {
      createResource();
      cluster.start();
      setUp();
      Instance one = cluster.one();
      Instance two = cluster.two();
      awaits(206, LEASE, one, link(small), "Range: bytes=0-0");
      awaits(206, LEASE, two, link(small), "Range: bytes=0-0");

      deliveredByOneIsOverForBoth(one, two);
      begunByOneIsResumedByTheOtherOnceItHasEnded(one, two);
      revokedAtOneIsOverForBoth(one, two);
      worstClientsGetTheFileTwiceAtMost(one, two);
      missingDatabaseIsToldAndReturns(one);
      killedMemberIsOnTheSafeSide(one, two);
    } finally {
      server.command("delete-jdbc-connection-pool", "--cascade", "true", "sendfileLinks");
      database.close();
      Derby.removeDriver(ServerProcess.domain());
    }
  }

  private void createResource() {
    server.command("create-jdbc-connection-pool", database.poolOptions("sendfileLinks"));
    server.command(
        "create-jdbc-resource",
        "--connectionpoolid",
        "sendfileLinks",
        "--target",
        PAIR,
        "jdbc/sendfileLinks");
  }

  private void setUp() {
    // The harness has put bad values into default-config.
    server.command(
        "set-sendfile-configuration",
        "--target",
        PAIR,
        "--etag=",
        "--burst-bytes=",
        "--worker-threads=");
    server.command(
        "create-sendfile-root",
        "--target",
        PAIR,
        "--path",
        TestFiles.folder().toString(),
        "linked");
    server.command(
        "set-sendfile-plugin",
        "--target",
        PAIR,
        "--property",
        "keys=2026a=a secret of a good length:ledger=jdbc/sendfileLinks",
        "links");
  }

  private void deliveredByOneIsOverForBoth(Instance one, Instance two) throws IOException {
    String link = link(small);
    ask(one, link).hasStatus(200).isFile(small);
    awaits(410, SOON, two, link);
    awaits(410, SOON, one, link);
  }

  private void begunByOneIsResumedByTheOtherOnceItHasEnded(Instance one, Instance two)
      throws IOException {
    String link = link(large);
    try (RawConnection connection = RawConnection.withSmallBuffer(one.httpPort(), 4096)) {
      connection.send(RawConnection.get(link));
      connection.head();
      connection.bytes(1000, new ByteArrayOutputStream());
      Answer second = ask(two, link).hasStatus(503).leaksNothing();
      assertThat(second.header("Retry-After")).isNotEmpty();
    }
    awaits(206, SOON, two, link, "Range: bytes=0-999");
    awaits(206, SOON, one, link, "Range: bytes=1000-");
    awaits(410, SOON, two, link);
    awaits(410, SOON, one, link);
  }

  private void revokedAtOneIsOverForBoth(Instance one, Instance two) {
    String link = link(large);
    server.command("revoke-sendfile-link", "--target", one.name(), link);
    awaits(410, Duration.ofSeconds(10), two, link);
  }

  private void worstClientsGetTheFileTwiceAtMost(Instance one, Instance two) throws Exception {
    Work death =
        () -> {
          one.die();
          one.start();
        };
    WorstClients.play("two", List.of(one.httpPort(), two.httpPort()), middle, this::link, death);
  }

  private void missingDatabaseIsToldAndReturns(Instance one) throws Exception {
    String link = link(small);
    database.kill();
    Answer answer = ask(one, link).hasStatus(503).leaksNothing();
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(server.command("list-sendfile-problems", "--target", one.name()))
        .contains("jdbc/sendfileLinks does not answer", "see that the database runs");
    startDatabase();
    awaits(200, Duration.ofSeconds(30), one, link);
    awaits(410, SOON, one, link);
  }

  private void killedMemberIsOnTheSafeSide(Instance one, Instance two) throws Exception {
    String cut = link(large);
    try (RawConnection connection = RawConnection.withSmallBuffer(one.httpPort(), 4096)) {
      connection.send(RawConnection.get(cut));
      connection.head();
      connection.bytes(1000, new ByteArrayOutputStream());
      one.die();
    }
    ask(two, cut).hasStatus(503);
    awaits(206, LEASE, two, cut, "Range: bytes=900-");
    awaits(206, SOON, two, cut, "Range: bytes=0-899");
    awaits(410, SOON, two, cut);
  }
}
