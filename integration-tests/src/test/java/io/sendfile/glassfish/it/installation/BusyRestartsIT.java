package io.sendfile.glassfish.it.installation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Derby;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.ObjectStore;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ResultReceiver;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with all bundles, each set up as its page says, that starts again and again on a busy
 * machine: there its parts become ready in other orders than on an idle one.
 */
@Timeout(3600)
@Client(commands = "curl", packages = "curl")
@OwnProcess
@Release
class BusyRestartsIT {
  private static final int RESTARTS = 10;
  private static final int BUSY = 12;
  private static final Duration SOON = Duration.ofSeconds(120);
  private static final String PROXIED = "proxied";
  private static final String PROXY_HEADER = "PROXY TCP4 192.0.2.7 192.0.2.8 5000 80\r\n";
  private static final Pattern LINK = Pattern.compile("/sendfile-links/[\\w.~%/-]+");
  private static final Pattern ENTRY = Pattern.compile("(?m)^(?=\\[\\d{4}-)");
  private static final Pattern WARNING = Pattern.compile("\\[(WARNING|SEVERE)]");

  @TempDir private static Path folder;
  private static final Path FILE = TestFiles.settled("restarted.bin", 300_000);
  private static final Path SIDECAR = FILE.resolveSibling("restarted.bin.sha256");
  private static OwnServer server;
  private static ObjectStore store;
  private static Derby database;
  private static ResultReceiver receiver;
  private static int proxied;

  @BeforeAll
  static void setUp() throws IOException {
    server = OwnServer.unpack("busy");
    Distribution.unpack().installAllInto(server.home()).succeeded();
    store = ObjectStore.start(folder, OwnServer.freePort());
    store.put("2026/film.bin", FILE);
    database = Derby.start(folder, server.java(), server.home(), OwnServer.freePort());
    receiver = new ResultReceiver();
    Derby.addDriver(server.home(), server.domain());
    Files.writeString(SIDECAR, TestFiles.digest(FILE) + "  restarted.bin\n");
    server.start();
    server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
    plugIn("s3", store.properties());
    server.command(
        "create-sendfile-root", "--path", "/media", "--store", "s3://videos/2026", "media");
    server.command("create-jdbc-connection-pool", database.poolOptions("sendfileLinks"));
    server.command(
        "create-jdbc-resource", "--connectionpoolid", "sendfileLinks", "jdbc/sendfileLinks");
    plugIn("links", "keys=2026a=a secret of a good length:ledger=jdbc/sendfileLinks");
    plugIn("digests", "background-requests=20");
    plugIn(
        "download-result-sender",
        "destination-url=" + receiver.url().replace(":", "\\:") + ":longest-pause-seconds=1");
    proxied = OwnServer.freePort();
    server.command("set-sendfile-configuration", "--trusted-proxies", "127.0.0.0/8");
    server.command("set-sendfile-listener", "--proxy-protocol", "required", PROXIED);
    server.command(
        "create-network-listener",
        "--address",
        "127.0.0.1",
        "--listenerport",
        Integer.toString(proxied),
        "--protocol",
        "http-listener-1",
        PROXIED);
    server.deploy();
  }

  private static void plugIn(String name, String properties) {
    server.command("set-sendfile-plugin", "--property", properties, name);
  }

  @AfterAll
  static void tearDown() throws IOException {
    server.close();
    if (receiver != null) {
      receiver.close();
    }
    if (store != null) {
      store.close();
    }
    if (database != null) {
      database.close();
    }
    Files.deleteIfExists(SIDECAR);
  }

  @Test
  void allPartsWorkAfterEachRestart() throws Exception {
    allWorks();
    for (int i = 0; i < RESTARTS; i++) {
      int known = log().length();
      List<Command> busy = new ArrayList<>();
      try {
        for (int j = 0; j < BUSY; j++) {
          busy.add(Command.start(folder, "sh", "-c", "while :; do :; done"));
        }
        if (i == RESTARTS / 2) {
          // Kills it.
          server.close();
        } else {
          server.stop();
        }
        server.start();
        allWorks();
      } finally {
        for (Command each : busy) {
          each.close();
        }
      }
      assertThat(warnings(log().substring(known))).as("restart " + i).isEmpty();
      assertThat(server.command("list-sendfile-problems")).doesNotContain("warning", "error");
    }
  }

  private void allWorks() throws Exception {
    awaits("the store", () -> isFile(server.ask(Play.steps("sendfile:media:film.bin"))));
    awaits("the digest", () -> server.ask(file()).header("Repr-Digest") != null);
    awaits("the listener of proxies", () -> isFile(throughProxy()));
    int posts = receiver.posts().size();
    server.ask(file()).isFile(FILE);
    awaits("the result", () -> receiver.posts().size() > posts);
    String link = link();
    awaits("the link", () -> isFile(server.ask(link)));
    awaits("the end of the link", () -> server.ask(link).status() == 410);
  }

  private interface Check {
    boolean works() throws IOException;
  }

  private static void awaits(String what, Check check) {
    Await.until(what, SOON, check::works);
  }

  private static String file() {
    return Play.steps("sendfile:" + TestFiles.value(FILE));
  }

  private static boolean isFile(Answer answer) {
    return answer.status() == 200 && answer.digest().equals(TestFiles.digest(FILE));
  }

  private static Answer throughProxy() throws IOException {
    try (RawConnection connection = RawConnection.to(proxied)) {
      return connection.send(PROXY_HEADER + RawConnection.get(file())).answer("GET");
    }
  }

  private static String link() {
    Matcher link =
        LINK.matcher(
            server.command("create-sendfile-link", "--once", "true", TestFiles.value(FILE)));
    assertThat(link.find()).isTrue();
    return link.group();
  }

  private static String log() throws IOException {
    return Files.readString(server.domain().resolve("logs/server.log"), UTF_8);
  }

  /** Of the module and its bundles; a link that is over is refused with one. */
  private static List<String> warnings(String log) {
    return Arrays.stream(ENTRY.split(log))
        .filter(entry -> WARNING.matcher(entry).find() && entry.contains("sendfile"))
        .filter(entry -> !entry.contains("sendfile refused"))
        .toList();
  }
}
