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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An archive of classes, and starts with it, with it and newer jars, and with a damaged one. */
@Timeout(900)
@OwnProcess
@Release
class ClassArchiveIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Path file = TestFiles.ofLength(2 << 10);
  private final String handOff = Play.steps("sendfile:" + TestFiles.value(file));

  @Test
  void serverStartsWithItAndWithoutItOnceItIsDamaged() throws IOException {
    Distribution distribution = Distribution.unpack();
    try (OwnServer server = OwnServer.unpack("with archive")) {
      OlderBuild.write(distribution.module(), server.modules().resolve("sendfile-module.jar"));
      server.start();
      server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
      server.deploy();
      server.stop();
      List<String> settings = Files.readAllLines(server.domainXml());

      String url = "http://localhost:%d%s".formatted(server.httpPort(), handOff);
      assertThat(archive(distribution, server, "--request", url)).contains("made ");
      Path archive = archive(server);

      start(server, archive, true);
      assertThat(server.asadmin(OlderBuild.MISSING_COMMAND).status()).isPositive();
      server.stop();

      assertThat(distribution.installInto(server.home()).succeeded())
          .contains("archive.sh --domain");
      start(server, archive, true);
      assertThat(server.command(OlderBuild.MISSING_COMMAND)).contains("http-listener-1");
      server.stop();

      damage(archive);
      start(server, archive, false);
      server.stop();

      assertThat(archive(distribution, server, "--remove")).contains("removed " + archive);
      assertThat(archive).doesNotExist();
      assertThat(server.domainXml()).hasContent(String.join("\n", settings) + "\n");
    }
  }

  private static void damage(Path archive) throws IOException {
    byte[] bytes = Files.readAllBytes(archive);
    Arrays.fill(bytes, bytes.length / 3, bytes.length / 2, (byte) 1);
    Files.delete(archive);
    Files.write(archive, bytes);
  }

  private static String archive(Distribution distribution, OwnServer server, String... options)
      throws IOException {
    String[] line =
        Stream.of(
                Stream.of(distribution.file("archive.sh").toString()),
                Stream.of(options),
                Stream.of(server.home().toString()))
            .flatMap(words -> words)
            .toArray(String[]::new);
    return Command.run(server.home(), line).succeeded();
  }

  private static Path archive(OwnServer server) throws IOException {
    try (Stream<Path> files = Files.list(server.domain().resolve("sendfile"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("classes."))
          .findFirst()
          .orElseThrow();
    }
  }

  private void start(OwnServer server, Path archive, boolean used) throws IOException {
    server.start();
    String pid = Files.readString(server.domain().resolve("config/pid")).trim();
    assertThat(Files.readString(Path.of("/proc", pid, "maps")).contains(archive.toString()))
        .as("it is in the memory of the JVM")
        .isEqualTo(used);
    Await.until("the application", SOON, () -> server.ask(handOff).status() == 200);
    server.ask(handOff).isFile(file);
  }
}
