package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.application.SendfileResponse;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.ws.rs.core.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Origin of a hand-off: any kind of application, under the name that GlassFish gives it. */
@Timeout(180)
@EachGrizzly
@InContainer
class OriginsIT extends Scenario {
  private static final String MINE = "mine";
  private static final String DOCROOT = "__default-web-module";

  private final Path large = TestFiles.ofLength(20L << 20);
  private final Path small = TestFiles.ofLength(1 << 10);

  /** A root restricted to that application. */
  private void rootFor(String application) {
    server.createRoot(MINE, TestFiles.folder(), "applications", application);
  }

  @AfterEach
  void deleteRoot() {
    if (server.command("list-sendfile-roots").contains(MINE)) {
      server.deleteRoot(MINE);
    }
  }

  private static String mine(Path file) {
    return MINE + ":" + file.getFileName();
  }

  /** A running download is listed with its application. */
  private void isListedWith(String application, String target) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(target));
      String row = "[0-9a-f]{8}-[0-9a-f]+ +" + application + " +";
      Await.until(
          () -> application + " in " + server.command("list-sendfile-transfers"),
          SOON,
          () ->
              server
                  .command("list-sendfile-transfers")
                  .lines()
                  .anyMatch(
                      line -> line.replaceAll("^.*?(?=[0-9a-f]{8}-)", "").matches(row + ".*")));
      connection.reset();
    }
  }

  /** Whose library has the classes for applications, so that the web module has none of its own. */
  private void deployEar() throws IOException {
    Path file = TestFiles.folder().resolveSibling("shop.ear");
    Files.deleteIfExists(file);
    JavaArchive library =
        ShrinkWrap.create(JavaArchive.class, "library.jar")
            .addPackage(SendfileResponse.class.getPackage())
            .addAsResource(MEDIA_TYPES);
    WebArchive web = application("shop-web.war");
    String own = SendfileResponse.class.getPackageName().replace('.', '/');
    web.delete("/WEB-INF/classes/" + own);
    web.delete("/WEB-INF/classes/META-INF/services/" + Feature.class.getName());
    ShrinkWrap.create(EnterpriseArchive.class, "shop.ear")
        .addAsModule(web)
        .addAsLibrary(library)
        .as(ZipExporter.class)
        .exportTo(file.toFile());
    server.command("deploy", "--name", "shop", file.toString());
    Files.delete(file);
  }

  /** By any name: through its own root, through the one around it, or through a link. */
  @Test
  void fileOfARootInsideOfAnotherIsForTheApplicationsOfTheInnerOne() throws Exception {
    Path inner = Files.createDirectories(TestFiles.folder().resolve("inner"));
    Path file = TestFiles.file("inner/file.bin", 1 << 10);
    Path link = TestFiles.folder().resolve("to-inner.bin");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, file);
    List<String> names =
        List.of(
            "mine:file.bin",
            TestFiles.ROOT + ":inner/file.bin",
            TestFiles.ROOT + ":to-inner.bin",
            file.toString());
    String[] root = {"--path", inner.toString(), "--applications", "other", MINE};

    assertThat(server.command("create-sendfile-root", root))
        .contains("root mine lies in root " + TestFiles.ROOT);
    Snapshot before = server.probe();
    for (String name : names) {
      play("sendfile:" + name).hasStatus(404).leaksNothing();
    }
    assertThat(server.probe().refused("not-admitted") - before.refused("not-admitted"))
        .isEqualTo(names.size());

    server.command("set-sendfile-root", "--applications", "it", MINE);
    for (String name : names) {
      play("sendfile:" + name).hasStatus(200).isFile(file);
    }
    Files.delete(link);
  }

  @Test
  void rootWithTheWholeFileSystemOrAConfigFolderIsWarnedAbout() {
    assertThat(server.command("create-sendfile-root", "--path", "/", MINE))
        .contains("Warning: / is present, but the whole file system");
    assertThat(server.command("list-sendfile-roots", "--long", "true"))
        .contains("the whole file system");
    assertThat(server.command("get-sendfile-configuration"))
        .contains("root mine: present, but the whole file system");
  }

  @Test
  void webModuleOfAnEarHandsOffByTheNameOfTheEar() throws IOException {
    String smallInEar = Play.steps("sendfile:" + mine(small)).replaceFirst("/it/", "/shop-web/");
    String largeInEar = Play.steps("sendfile:" + mine(large)).replaceFirst("/it/", "/shop-web/");
    deployEar();
    try {
      rootFor("shop");
      assertThat(server.command("list-applications")).contains("shop");
      ask(smallInEar).hasStatus(200).isFile(small);
      String passed = Play.steps("pass:" + small).replaceFirst("/it/", "/shop-web/");
      ask(passed, "Range: bytes=1-2").hasStatus(206);
      isListedWith("shop", largeInEar);
      play("sendfile:" + mine(small)).hasStatus(404).leaksNothing();
      assertThat(server.command("list-sendfile-refusals"))
          .contains("not-admitted (404)  it to 127.0.0.1");
      assertThat(server.command("explain-sendfile", "--application", "shop", mine(small)))
          .contains("served");

      server.deleteRoot(MINE);
      rootFor("it");
      ask(smallInEar).hasStatus(404).leaksNothing();
      assertThat(server.command("list-sendfile-refusals"))
          .contains("not-admitted (404)  shop to 127.0.0.1");
    } finally {
      server.command("undeploy", "shop");
    }
  }

  @Test
  void docrootHasTheNameOfTheDefaultWebModule() throws IOException {
    Path docroot = Path.of(ask(Play.steps("folder:/")).hasStatus(200).text());
    Path page = docroot.resolve("origins.jsp");
    Files.writeString(
        page, "<% response.setHeader(\"X-Sendfile\", request.getParameter(\"value\")); %>mine");
    try {
      rootFor(DOCROOT);
      ask("/origins.jsp?value=" + mine(small)).hasStatus(200).isFile(small);
      isListedWith(DOCROOT, "/origins.jsp?value=" + mine(large));
      play("sendfile:" + mine(small)).hasStatus(404).leaksNothing();

      server.deleteRoot(MINE);
      rootFor("it");
      ask("/origins.jsp?value=" + mine(small)).hasStatus(404).leaksNothing();
      play("sendfile:" + mine(small)).hasStatus(200).isFile(small);
    } finally {
      Files.delete(page);
    }
  }

  @Test
  void staticFilesOfADocrootAreListedWithItsName() throws IOException {
    configure("static-files", "true");
    Path docroot = Path.of(ask(Play.steps("folder:/")).hasStatus(200).text());
    Path copy = Files.copy(large, docroot.resolve("origins.bin"));
    try {
      ask("/origins.bin").hasStatus(200).isFile(large);
      isListedWith(DOCROOT, "/origins.bin");
    } finally {
      Files.delete(copy);
    }
  }
}
