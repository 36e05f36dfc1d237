package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each ready set-up of the distribution: its script runs, its fragment is read, and both agree. */
@Timeout(300)
@OwnProcess
@Release
class SetUpsIT {
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final Path FILE = TestFiles.ofLength(300 << 10);
  private static final Map<String, SetUp> SET_UPS = new TreeMap<>();

  /** All problems of a template, which has no such listener. */
  private static final Pattern NO_LISTENER =
      Pattern.compile("Problems:\\n  sendfile-listener .* is for no network-listener.*\\n\\n");

  private static final Pattern SETTING = Pattern.compile(" (live|restart) |: \\[|/srv/");
  private static OwnServer server;
  private static Path srv;
  private static int port;

  @BeforeAll
  static void install() throws IOException {
    server = OwnServer.unpack("set-up");
    Distribution distribution = Distribution.unpack();
    distribution.installInto(server.home()).succeeded();
    srv = TestFiles.folder().resolveSibling("srv");
    port = OwnServer.freePort();
    String domainXml = Files.readString(server.domainXml());
    for (String name : distribution.setUps()) {
      SetUp setUp = SetUp.of(name, distribution, srv, port, FILE);
      SET_UPS.put(name, setUp);
      domainXml = setUp.intoTemplate(domainXml);
    }
    Files.writeString(server.domainXml(), domainXml);
    server.start();
    server.deploy();
  }

  @AfterAll
  static void remove() throws IOException {
    server.close();
  }

  /** Runs its script; domain.xml then equals its fragment, and is read alike. */
  private static void setUp(String name) throws IOException {
    SetUp setUp = SET_UPS.get(name);
    Path script = Files.createTempFile(srv, name, ".asadmin");
    Files.writeString(script, setUp.script());
    Command.Outcome outcome = server.asadmin("multimode", "--file", script.toString());
    assertThat(outcome.succeeded()).doesNotContainIgnoringCase("failed");
    assertThat(written()).isEqualTo(SendfileElement.ofFragment(setUp.fragment()));
    for (String command : new String[] {"get-sendfile-configuration", "list-sendfile-roots"}) {
      String template = server.command(command, "--target", setUp.config());
      assertThat(settings(NO_LISTENER.matcher(template).replaceFirst("")))
          .isEqualTo(settings(server.command(command)));
    }
  }

  private static SendfileElement written() throws IOException {
    return SendfileElement.ofConfig(Files.readString(server.domainXml()), "server-config");
  }

  /** Without the health, which belongs to the server. */
  private static String settings(String text) {
    assertThat(text).doesNotContain("Problems:");
    return text.lines()
        .filter(SETTING.asPredicate())
        .collect(java.util.stream.Collectors.joining("\n"));
  }

  @AfterEach
  void undo() throws IOException {
    SendfileElement element = written();
    for (String child : element.children()) {
      String name = child.replaceAll(".*\\bname=([^,}]*).*", "$1");
      String command =
          child.startsWith("sendfile-root") ? "delete-sendfile-root" : "delete-sendfile-listener";
      server.command(command, name);
    }
    for (String attribute : element.attributes().keySet()) {
      server.command("set-sendfile-configuration", "--" + attribute + "=");
    }
    assertThat(written()).isEqualTo(SendfileElement.ofFragment("<sendfile-config/>"));
  }

  private static Answer play(String... steps) throws IOException {
    return server.ask(Play.steps(steps));
  }

  @Test
  void mediaDownloads() throws IOException {
    setUp("media-downloads");
    play("sendfile:media:a.bin").isFile(FILE);
  }

  @Test
  void privateDownloads() throws IOException {
    setUp("private-downloads");
    play("header:X-Accel-Redirect=/protected/a.bin").isFile(FILE);
    play("header:X-Accel-Redirect=/other/a.bin").hasStatus(404);
    Path export = Files.copy(FILE, srv.resolve("exports/once.bin"));
    play("header:X-Sendfile-Temporary=exports:once.bin").isFile(FILE);
    Await.until("the export is deleted", SOON, () -> !Files.exists(export));
  }

  @Test
  void manySlowClients() throws IOException {
    setUp("many-slow-clients");
    play("sendfile:downloads:a.bin").isFile(FILE);
    assertThat(server.probe().values())
        .containsEntry("buffers.http-listener-1.Policy", "direct-view");
  }

  @Test
  void staticFiles() throws IOException {
    setUp("static-files");
    Files.copy(FILE, server.domain().resolve("docroot/a.bin"));
    long before = server.probe().number("Completed");
    // The first request of an application is GlassFish's.
    for (int i = 0; i < 3; i++) {
      server.ask("/a.bin").isFile(FILE);
    }
    Await.until(
        "the module has sent it", SOON, () -> server.probe().number("Completed") >= before + 2);
  }

  @Test
  void tlsListener() throws IOException {
    setUp("tls-listener");
    Await.until("the listener answers", SOON, SetUpsIT::helloOverTls);
    try (Http2Connection connection = Http2Way.ALPN.openAt(port)) {
      connection.ask(Play.steps("sendfile:files:a.bin")).hasStatus(200).isFile(FILE);
    }
    assertThat(server.probe().values())
        .containsEntry("buffers.downloads-tls.Policy", "direct-view");
  }

  private static boolean helloOverTls() throws IOException {
    try (Http2Connection connection = Http2Way.ALPN.openAt(port)) {
      return connection.ask("/it/hello").hasStatus(200).length() > 0;
    }
  }

  @Test
  void everySetUpHasATest() {
    assertThat(SET_UPS)
        .containsOnlyKeys(
            "media-downloads",
            "private-downloads",
            "many-slow-clients",
            "static-files",
            "tls-listener");
  }
}
