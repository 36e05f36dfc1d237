package io.sendfile.glassfish.it.installation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.OwnProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example plug-in of the zip, built by its own pom with what the zip has. */
@Timeout(300)
@OwnProcess
class ExamplePlugInIT {
  @TempDir private Path temp;

  @Test
  void pomOfTheZipMakesBundleThatHk2Finds() throws IOException {
    Distribution distribution = Distribution.unpack();
    Path folder = temp.resolve("a plug-in");
    Command.run(
            temp,
            "cp",
            "-R",
            distribution.file("samples/example-plugin").toString(),
            folder.toString())
        .succeeded();
    Path options = Files.createDirectory(folder.resolve(".mvn")).resolve("jvm.config");
    Files.writeString(options, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

    Command.run(folder, "mvn", "-q", "-Dmaven.repo.local=" + repository(distribution), "package")
        .succeeded();

    try (JarFile jar = new JarFile(folder.resolve("target/example-plugin-1.0.jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Import-Package"))
          .isEqualTo("io.sendfile.spi,jakarta.inject,org.jvnet.hk2.annotations");
      assertThat(entry(jar, "META-INF/hk2-locator/default"))
          .contains(".SlowStart]", "contract={io.sendfile.spi.SendAlgorithm}")
          .contains(".DownloadLog]", ".Audit]");
    }
  }

  private static String entry(ZipFile zip, String name) throws IOException {
    return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), UTF_8);
  }

  /** The user's, with the jars of the distribution, as the page for installation says. */
  private Path repository(Distribution distribution) throws IOException {
    Path users = Path.of(System.getProperty("user.home"), ".m2/repository");
    Files.createDirectories(users.resolve("io"));
    Path here = Files.createDirectories(temp.resolve("repository/io")).getParent();
    linkAll(users, here, "io");
    linkAll(users.resolve("io"), here.resolve("io"), "sendfile");
    Files.createSymbolicLink(
        here.resolve("io/sendfile"), distribution.file("maven/io/sendfile").toAbsolutePath());
    return here;
  }

  private static void linkAll(Path from, Path to, String butFor) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(file -> !file.endsWith(butFor)).toList()) {
        Files.createSymbolicLink(to.resolve(file.getFileName()), file);
      }
    }
  }
}
