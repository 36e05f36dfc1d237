package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * A server with static-files, and a folder of its docroot. Payara 7, where each request is judged
 * by a security policy, keeps all static files to itself.
 */
@Tag("static-files")
@InContainer
abstract class StaticFilesScenario extends Scenario {
  final Path large = TestFiles.settled("static-large.bin", 1 << 20);
  final Path small = TestFiles.settled("static-small.bin", 2048);
  Path folder;

  @BeforeEach
  void switchOn() throws IOException {
    configure("static-files", "true");
    folder = Path.of(ask(Play.steps("folder:/")).hasStatus(200).text()).resolve("static-it");
    Files.createDirectories(folder.resolve("sub"));
    publish(small, "warm-up.bin");
    ask("/static-it/warm-up.bin").hasStatus(200);
  }

  @AfterEach
  void removeFiles() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  Path publish(Path source, String name) throws IOException {
    return Files.copy(
        source,
        folder.resolve(name),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** The module's tag is strong; GlassFish's own is weak. */
  static void isOurs(Answer answer, Path file) {
    answer.hasStatus(200).isFile(file);
    assertThat(answer.header("ETag")).startsWith("\"");
  }

  static void isTheServers(Answer answer) {
    assertThat(answer.hasStatus(200).header("ETag")).startsWith("W/");
  }

  static WebArchive staticApplication(String name) {
    return ShrinkWrap.create(WebArchive.class, name + ".war")
        .addAsWebResource(new StringAsset("first"), "page.txt")
        .addAsWebResource(new StringAsset("welcome"), "index.html")
        .addAsWebResource(new StringAsset("secret"), "secret/page.txt")
        .addAsWebInfResource(new StringAsset("hidden"), "hidden.txt")
        .addAsLibrary(
            ShrinkWrap.create(JavaArchive.class, "resources.jar")
                .add(new StringAsset("from a jar"), "META-INF/resources/jar.txt"));
  }

  void deploy(WebArchive application, String name) throws IOException {
    Path war = TestFiles.folder().resolveSibling(name + ".war");
    Files.deleteIfExists(war);
    application.as(ZipExporter.class).exportTo(war.toFile());
    server.command("deploy", "--force=true", "--name", name, "--contextroot", name, war.toString());
    Files.delete(war);
  }

  void withApplication(WebArchive application, Work work) throws Exception {
    deploy(application, "static");
    try {
      work.run();
    } finally {
      server.command("undeploy", "static");
    }
  }

  static String webXml(String content) {
    return "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>"
        + content
        + "</web-app>";
  }
}
