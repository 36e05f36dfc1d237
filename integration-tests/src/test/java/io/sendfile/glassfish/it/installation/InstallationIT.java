package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scripts of the distribution, and a server before, between and after them. */
@Timeout(600)
@OwnProcess
class InstallationIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String NIO_CH = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
  private static final Pattern ADDED = Pattern.compile("(?m)^added JVM options to [^:]*: (.*)$");

  private final Path file = TestFiles.ofLength(300 << 10);
  private Distribution distribution;

  @BeforeEach
  void unpackDistribution() throws IOException {
    distribution = Distribution.unpack();
  }

  private static void createRoot(OwnServer server) {
    server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
  }

  @Test
  @Release
  void newBuildTakesThePlaceOfAnOlderOneThatHasRunAndKeepsItsSettings() throws IOException {
    try (OwnServer server = OwnServer.unpack("updated")) {
      // As Payara 7 has it as shipped.
      boolean opened = Files.readString(server.domainXml()).contains(NIO_CH);
      OlderBuild.write(distribution.module(), server.modules().resolve("sendfile-module.jar"));
      server.start();
      createRoot(server);
      server.command("set-sendfile-configuration", "--algorithm", "equal-blocking");
      assertThatThrownBy(() -> server.command(OlderBuild.MISSING_COMMAND))
          .isInstanceOf(CommandFailed.class);
      isRefused(distribution.installInto(server.home()), "domain1 is running");
      server.stop();

      // GlassFish detects a new jar by its time; archives may carry one that is long past.
      Files.setLastModifiedTime(distribution.module(), FileTime.from(Instant.EPOCH));
      assertThat(distribution.installInto(server.home()).succeeded()).contains("installed ");
      assertThat(distribution.installInto(server.home()).succeeded()).contains("nothing to do");

      server.start();
      assertThat(server.command(OlderBuild.MISSING_COMMAND)).contains("http-listener-1");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("algorithm +equal-blocking +adaptive +live +domain.xml")
          .contains(opened ? "socket options: on" : "start it with " + NIO_CH);
      server.deploy();
      server.ask(Play.steps("sendfile:" + TestFiles.value(file))).isFile(file);
      isRefused(distribution.uninstallFrom(server.home()), "domain1 is running");
    }
  }

  private static void isRefused(Command.Outcome outcome, String why) {
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains(why);
  }

  @Test
  void linksOfItsPagesLeadSomewhere() throws IOException {
    Pattern link = Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]+)(?:#[^)\\s]+)?\\)");
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.walk(distribution.file(""))) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        String prose = Files.readString(page).replaceAll("(?s)```.*?```", "");
        link.matcher(prose)
            .results()
            .filter(found -> !Files.exists(page.resolveSibling(found.group(1))))
            .forEach(found -> broken.add(page.getFileName() + ": " + found.group()));
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void folderThatIsNoGlassFishIsRefused() throws IOException {
    Path other = Files.createDirectories(TestFiles.folder().resolveSibling("no-glassfish"));
    isRefused(distribution.installInto(other), "is no GlassFish");
    isRefused(distribution.uninstallFrom(other.resolve("missing")), "there is no folder");
  }

  @Test
  void onlyTheServerItselfIsTakenForRunning() throws IOException {
    Path elsewhere = Files.createDirectories(TestFiles.folder().resolveSibling("another-domain"));
    try (OwnServer server = OwnServer.unpack("recycled")) {
      try (Command itself = processOf(server, server.domain())) {
        isRefused(distribution.installInto(server.home()), "domain1 is running");
        itself.kill();
      }
      try (Command another = processOf(server, elsewhere)) {
        assertThat(distribution.installInto(server.home()).succeeded()).contains("installed ");
        assertThat(distribution.uninstallFrom(server.home()).succeeded()).contains("removed ");
        another.kill();
      }
    }
  }

  /** As stop-domain of GlassFish 7.0.0 leaves it for a moment. */
  @Test
  void endingServerIsAwaited() throws IOException {
    try (OwnServer server = OwnServer.unpack("ending");
        Command ending = processOf(server, server.domain(), "sleep 1; :")) {
      assertThat(distribution.installInto(server.home()).succeeded()).contains("installed ");
      ending.kill();
    }
  }

  private static Command processOf(OwnServer server, Path domain) throws IOException {
    return processOf(server, domain, "while sleep 1; do :; done");
  }

  /** A process with the id from the server's {@code config/pid} that runs for a domain. */
  private static Command processOf(OwnServer server, Path domain, String work) throws IOException {
    Path pid = server.domain().resolve("config/pid");
    Files.deleteIfExists(pid);
    Command process =
        Command.start(
            server.home(),
            "sh",
            "-c",
            "echo $$ >\"$0\"; " + work,
            pid.toString(),
            "-Dcom.sun.aas.instanceRoot=" + domain);
    Await.until("its id is told", SOON, () -> !Files.readString(pid).isBlank());
    return process;
  }

  /** Without the default resources of JMS, which GlassFish writes now and then as it starts. */
  private static List<String> settings(OwnServer server) throws IOException {
    return Files.readAllLines(server.domainXml()).stream()
        .filter(line -> !line.contains("jms"))
        .toList();
  }

  @Test
  @Release
  void removalLeavesTheServerAsItWas() throws IOException {
    try (OwnServer server = OwnServer.unpack("to be removed")) {
      runAndWriteSettings(server);
      Map<String, String> before = FileTree.of(server.home());
      List<String> settings = settings(server);

      String added = added(distribution.installWithOptionsInto(server.home()).succeeded());
      server.start();
      createRoot(server);
      assertThat(server.command("get-sendfile-configuration")).contains("socket options: on");
      server.command("set-sendfile-listener", "--zero-copy", "false", "http-listener-1");
      server.stop();
      assertThat(distribution.uninstallFrom(server.home()).succeeded()).contains("removed ");
      assertThat(distribution.uninstallFrom(server.home()).succeeded()).contains("nothing to do");

      List<Path> kept = FileTree.kept(server.home());
      assertThat(kept).hasSize(2);
      assertThat(Files.readString(kept.get(0))).doesNotContain("sendfile-root");
      assertThat(Files.readString(kept.get(1))).contains("<sendfile-root", "<sendfile-listener");
      assertThat(server.domainXml())
          .hasContent(
              Files.readString(kept.get(1))
                  .replaceAll("\\s*<jvm-options>(" + added + ")</jvm-options>", ""));

      runAndWriteSettings(server);
      Map<String, String> after = FileTree.of(server.home());
      String domainXml = server.home().relativize(server.domainXml()).toString();
      assertThat(List.of(before, after)).allMatch(files -> files.remove(domainXml) != null);
      assertThat(after).containsExactlyEntriesOf(before);
      assertThat(settings(server)).isEqualTo(settings);
      assertThat(FileTree.mentions(server.domain().resolve("osgi-cache"), "sendfile-module"))
          .as("a trace in the cache of bundles")
          .isFalse();

      assertThat(distribution.restoreInto(server.home()).succeeded())
          .contains("restored the settings of server-config");
      server.start();
      assertThat(server.command("list-sendfile-listeners")).contains("zero-copy=false");
      assertThat(server.command("list-sendfile-roots")).contains("files");
      server.stop();
    }
  }

  /** The options that were added, as a pattern. */
  private static String added(String said) {
    Matcher added = ADDED.matcher(said);
    assertThat(added.find()).as(said).isTrue();
    return added.group(1).replace(" ", "|");
  }

  /** GlassFish rewrites its domain.xml when a setting changes. */
  private static void runAndWriteSettings(OwnServer server) throws IOException {
    server.start();
    server.command("create-system-properties", "written=anew");
    server.command("delete-system-property", "written");
    assertThatThrownBy(() -> server.command("get-sendfile-configuration"))
        .isInstanceOf(CommandFailed.class);
    server.stop();
  }
}
