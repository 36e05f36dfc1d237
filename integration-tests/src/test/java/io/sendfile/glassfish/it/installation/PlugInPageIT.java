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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in of docs/plug-ins.md, built by its own pom with what the distribution has. */
@Timeout(300)
@OwnProcess
class PlugInPageIT {
  @TempDir private Path temp;

  @Test
  void pomOfThePageMakesBundleThatHk2Finds() throws IOException {
    Distribution distribution = Distribution.unpack();
    String page = Files.readString(distribution.file("docs/plug-ins.md"));
    Path source = temp.resolve("slow-start/src/main/java/com/example/SlowStart.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, block(page, "java", "package com.example"));
    Path folder = temp.resolve("slow-start");
    Files.writeString(folder.resolve("pom.xml"), block(page, "xml", "<project"));
    Path options = Files.createDirectory(folder.resolve(".mvn")).resolve("jvm.config");
    Files.writeString(options, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

    Command.run(folder, "mvn", "-q", "-Dmaven.repo.local=" + repository(distribution), "package")
        .succeeded();

    try (JarFile jar = new JarFile(folder.resolve("target/slow-start-1.0.jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Import-Package"))
          .isEqualTo("io.sendfile.spi,org.jvnet.hk2.annotations");
      assertThat(entry(jar, "META-INF/hk2-locator/default"))
          .contains("[com.example.SlowStart]", "contract={io.sendfile.spi.SendAlgorithm}");
    }
  }

  private static String block(String page, String language, String begin) {
    Matcher block =
        Pattern.compile("```" + language + "\n(" + begin + ".*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();
    return block.group(1);
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
