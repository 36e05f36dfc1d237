package io.sendfile.glassfish.it.installation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Derby;
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
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example plug-in of the zip, built by its own pom with what the zip has. */
@Timeout(300)
@OwnProcess
class ExamplePlugInIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int BYTES = 300_000;
  private static final Path FILE = TestFiles.ofLength(BYTES);

  @TempDir private Path temp;
  private int port;

  @BeforeEach
  void findPort() throws IOException {
    port = OwnServer.freePort();
  }

  @Test
  void pomOfTheZipMakesBundleThatHk2Finds() throws IOException {
    try (JarFile jar = new JarFile(bundle(Distribution.unpack()).toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Import-Package"))
          .isEqualTo("io.sendfile.spi,jakarta.inject,org.jvnet.hk2.annotations");
      assertThat(entry(jar, "META-INF/hk2-locator/default"))
          .contains(".SlowStart]", "contract={io.sendfile.spi.SendAlgorithm}")
          .contains(".DownloadLog]", ".Audit]");
    }
  }

  private Path bundle(Distribution distribution) throws IOException {
    return distribution.build("example-plugin", temp).resolve("target/example-plugin-1.0.jar");
  }

  @Test
  @Release
  void auditHasARowForEachTransferBeyondAKillWhileItsDatabaseIsDown() throws IOException {
    Distribution distribution = Distribution.unpack();
    OwnServer server = OwnServer.unpack("audited");
    Derby database = Derby.start(temp, server.java(), server.home(), port);
    try {
      distribution.installInto(server.home()).succeeded();
      Files.copy(
          bundle(distribution), server.modules().resolve("example-plugin.jar"), REPLACE_EXISTING);
      Derby.addDriver(server.home(), server.domain());
      sql(server, "create table audit (id varchar(40) primary key, what varchar(4000))");
      server.start();
      server.command("create-jdbc-connection-pool", database.poolOptions("audit"));
      server.command("create-jdbc-resource", "--connectionpoolid", "audit", "jdbc/audit");
      server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), "files");
      server.command("set-sendfile-plugin", "--property", "jdbc-resource=jdbc/audit", "Audit");
      server.deploy();
      server.ask(download()).isFile(FILE);
      awaitRows(1, server);
      assertThat(problems(server)).doesNotContain("see to the database");

      database.kill();
      server.ask(download()).isFile(FILE);
      Await.until("problem", SOON, () -> problems(server).contains("see to the database"));
      // Kills it.
      server.close();
      database.close();
      database = Derby.start(temp, server.java(), server.home(), port);
      server.start();
      awaitRows(2, server);
      Await.until("no problem", SOON, () -> !problems(server).contains("see to the database"));
    } finally {
      server.close();
      database.close();
    }
  }

  private static String problems(OwnServer server) {
    return server.command("list-sendfile-problems");
  }

  private static String download() {
    return Play.steps("sendfile:" + TestFiles.value(FILE));
  }

  private void awaitRows(int rows, OwnServer server) {
    Await.until(
        rows + " rows",
        SOON,
        () -> {
          String read = sql(server, "select what from audit");
          return read.split("COMPLETED " + BYTES, -1).length == rows + 1;
        });
  }

  private String sql(OwnServer server, String statement) throws IOException {
    Path script =
        Files.writeString(
            temp.resolve("script.sql"),
            "connect 'jdbc:derby://localhost:%d/links;create=true;user=app;password=app';\n%s;\n"
                .formatted(port, statement));
    String tools = server.home().resolve("javadb/lib/derbyrun.jar").toString();
    return Command.run(temp, server.java().toString(), "-jar", tools, "ij", script.toString())
        .succeeded();
  }

  private static String entry(ZipFile zip, String name) throws IOException {
    return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), UTF_8);
  }
}
