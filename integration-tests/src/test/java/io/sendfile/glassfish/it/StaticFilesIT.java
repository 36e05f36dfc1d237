package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ByteArrayAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With static-files GlassFish's static files are sent by the module, and by GlassFish's rules. */
@Timeout(180)
class StaticFilesIT extends Scenario {
  private final Path large = TestFiles.settled("static-large.bin", 1 << 20);
  private final Path small = TestFiles.settled("static-small.bin", 2048);
  private Path folder;

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

  private Path publish(Path source, String name) throws IOException {
    return Files.copy(
        source,
        folder.resolve(name),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Ours has a strong tag; GlassFish's own is weak. */
  private static void isOurs(Answer answer, Path file) {
    answer.hasStatus(200).isFile(file);
    assertThat(answer.header("ETag")).startsWith("\"");
  }

  private static void isTheServers(Answer answer) {
    assertThat(answer.hasStatus(200).header("ETag")).startsWith("W/");
  }

  private static WebArchive staticApplication(String name) {
    return ShrinkWrap.create(WebArchive.class, name + ".war")
        .addAsWebResource(new StringAsset("first"), "page.txt")
        .addAsWebResource(new StringAsset("welcome"), "index.html")
        .addAsWebResource(new StringAsset("secret"), "secret/page.txt")
        .addAsWebInfResource(new StringAsset("hidden"), "hidden.txt")
        .addAsLibrary(
            ShrinkWrap.create(JavaArchive.class, "resources.jar")
                .add(new StringAsset("from a jar"), "META-INF/resources/jar.txt"));
  }

  private void deploy(WebArchive application, String name) throws IOException {
    Path war = TestFiles.folder().resolveSibling(name + ".war");
    Files.deleteIfExists(war);
    application.as(ZipExporter.class).exportTo(war.toFile());
    server.command("deploy", "--force=true", "--name", name, "--contextroot", name, war.toString());
    Files.delete(war);
  }

  private void withApplication(WebArchive application, Work work) throws Exception {
    deploy(application, "static");
    try {
      work.run();
    } finally {
      server.command("undeploy", "static");
    }
  }

  private static String webXml(String content) {
    return "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>"
        + content
        + "</web-app>";
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesOfAllSizesAreSentByTheModule(Browser browser) throws Exception {
    for (Path file : List.of(small, large)) {
      publish(file, "a.bin");
      for (int i = 0; i < 3; i++) {
        Answer answer = browser.ask("/static-it/a.bin");
        isOurs(answer, file);
        String etag = String.valueOf(answer.header("ETag"));
        assertThat(answer.header("Last-Modified")).isEqualTo("Sat, 03 Feb 2024 04:05:06 GMT");
        assertThat(browser.head("/static-it/a.bin").header("ETag")).isEqualTo(etag);
        browser.ask("/static-it/a.bin", "If-None-Match", etag).hasStatus(304);
        browser.ask("/static-it/a.bin", "If-Match", "\"other\"").hasStatus(412);
        Answer part = browser.ask("/static-it/a.bin", "Range", "bytes=5-999", "If-Range", etag);
        assertThat(part.hasStatus(206).digest())
            .isEqualTo(TestFiles.digest(Arrays.copyOfRange(Files.readAllBytes(file), 5, 1000)));
        browser.ask("/static-it/a.bin", "Range", "bytes=9000000-").hasStatus(416);
        assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
      }
    }
  }

  @Test
  void largeFilesGoByZeroCopy() throws Exception {
    publish(large, "zero.bin");
    Snapshot before = server.probe();

    isOurs(ask("/static-it/zero.bin"), large);

    awaitGrown("BytesZeroCopy", 1 << 20, before);
  }

  @Test
  void changesOfFilesHoldAtOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      publish(i % 2 == 0 ? small : large, "new.tmp");
      Files.move(
          folder.resolve("new.tmp"),
          folder.resolve("changed.bin"),
          StandardCopyOption.REPLACE_EXISTING);
      isOurs(ask("/static-it/changed.bin"), i % 2 == 0 ? small : large);
      isOurs(ask("/static-it/changed.bin"), i % 2 == 0 ? small : large);
    }
    Files.delete(folder.resolve("changed.bin"));
    // GlassFish, whose turn it is then, remembers small files for five seconds.
    Await.until("not found", SOON, () -> ask("/static-it/changed.bin").status() == 404);
  }

  @Test
  void foldersWelcomeFilesAndLinksAreTheServersBusiness() throws Exception {
    Answer redirect = ask("/static-it/sub");
    assertThat(redirect.status()).isIn(301, 302);
    assertThat(redirect.header("Location")).endsWith("/static-it/sub/");
    Files.createSymbolicLink(folder.resolve("link.bin"), small);
    ask("/static-it/link.bin").hasStatus(404).leaksNothing();
    publish(small, "sub/index.html");
    ask("/static-it/sub/").hasStatus(200).isFile(small);
    ask("/static-it/sub/index.html/").hasStatus(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/static-it/../static-it/way.bin", "/static-it//way.bin", "/static-it/./way.bin",
        "/static-it/way.bin;jsessionid=1", "/static-it/%77ay.bin", "/static-it/way.bin?query",
      })
  void everyWayToWriteAPathMeansTheSameFile(String target) throws Exception {
    publish(small, "way.bin");

    ask(target).hasStatus(200).isFile(small);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/static/WEB-INF/hidden.txt",
        "/static/web-inf/hidden.txt",
        "/static/%57EB-INF/hidden.txt",
        "/static/x/../WEB-INF/hidden.txt",
        "/static/META-INF/MANIFEST.MF",
        "/static/page.txt/",
        "/static/none",
      })
  void hiddenAndMissingFilesAreNotFound(String target) throws Exception {
    withApplication(
        staticApplication("static"),
        () -> {
          ask("/static/page.txt").hasStatus(200);
          for (int i = 0; i < 2; i++) {
            Answer answer = ask(target);
            assertThat(answer.status()).isIn(400, 404);
            assertThat(new String(answer.start(), StandardCharsets.UTF_8))
                .doesNotContain("hidden", "Manifest");
          }
        });
  }

  @Test
  void applicationsWithOnlyFilesAreServedAndTheirDeploymentHoldsAtOnce() throws Exception {
    ask("/static/page.txt").hasStatus(404);
    withApplication(
        staticApplication("static"),
        () -> {
          isTheServers(ask("/static/page.txt"));
          for (int i = 0; i < 3; i++) {
            Answer page = ask("/static/page.txt").hasStatus(200);
            assertThat(page.text()).isEqualTo("first");
            assertThat(page.header("Content-Type")).isEqualTo("text/plain");
            assertThat(ask("/static/").text()).isEqualTo("welcome");
            assertThat(ask("/static/jar.txt").text()).isEqualTo("from a jar");
          }
          deploy(
              ShrinkWrap.create(WebArchive.class, "static.war")
                  .addAsWebResource(new StringAsset("second one"), "page.txt"),
              "static");
          for (int i = 0; i < 3; i++) {
            assertThat(ask("/static/page.txt").hasStatus(200).text()).isEqualTo("second one");
            ask("/static/secret/page.txt").hasStatus(404);
          }
          server.command("disable", "static");
          assertThat(ask("/static/page.txt").status()).isIn(404, 503);
          server.command("enable", "static");
          assertThat(ask("/static/page.txt").hasStatus(200).text()).isEqualTo("second one");
        });
    ask("/static/page.txt").hasStatus(404);
  }

  @Test
  void constraintsHold() throws Exception {
    String xml =
        webXml(
            """
            <security-constraint>
              <web-resource-collection>
                <web-resource-name>all</web-resource-name><url-pattern>/secret/*</url-pattern>
              </web-resource-collection>
              <auth-constraint><role-name>nobody</role-name></auth-constraint>
            </security-constraint>
            <security-constraint>
              <web-resource-collection>
                <web-resource-name>none</web-resource-name><url-pattern>/page.txt</url-pattern>
              </web-resource-collection>
              <auth-constraint/>
            </security-constraint>
            <login-config><auth-method>BASIC</auth-method></login-config>
            <security-role><role-name>nobody</role-name></security-role>
            """);
    withApplication(
        staticApplication("static").setWebXML(new StringAsset(xml)),
        () -> {
          for (int i = 0; i < 3; i++) {
            isTheServers(ask("/static/index.html"));
            ask("/static/secret/page.txt").hasStatus(401);
            ask("/static/page.txt").hasStatus(403);
          }
        });
  }

  @Test
  void filtersSeeTheirRequests() throws Exception {
    withApplication(
        application("static.war").addAsWebResource(new ByteArrayAsset(new byte[9]), "page.txt"),
        () -> {
          for (int i = 0; i < 3; i++) {
            isTheServers(ask("/static/page.txt"));
          }
        });
  }

  @Test
  void sessionsAreTouched() throws Exception {
    publish(small, "session.bin");
    isOurs(ask("/static-it/session.bin"), small);

    isTheServers(ask("/static-it/session.bin", "Cookie: a=b; JSESSIONID=1"));
    isTheServers(ask("/static-it/session.bin", "Cookie: a=b", "Cookie: JSESSIONID=1"));
    isOurs(ask("/static-it/session.bin", "Cookie: a=b"), small);
  }

  @Test
  void siblingsAreSentToThoseWhoTakeThem() throws Exception {
    configure("precompressed", "true");
    publish(large, "a.txt");
    publish(small, "a.txt.gz");

    Answer coded = ask("/static-it/a.txt", "Accept-Encoding: gzip");

    isOurs(coded, small);
    assertThat(coded.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(coded.header("Content-Type")).isEqualTo("text/plain");
    assertThat(coded.header("Vary")).isEqualTo("Accept-Encoding");
    isOurs(ask("/static-it/a.txt"), large);
  }

  @Test
  void alternateDocrootsAndVirtualServersHold() throws Exception {
    Path other = Files.createDirectories(TestFiles.folder().resolveSibling("other-docroot"));
    Files.createDirectories(other.resolve("alternate"));
    Files.writeString(other.resolve("alternate/page.txt"), "alternate");
    Files.writeString(other.resolve("page.txt"), "other server");
    String property = "alternatedocroot_1=from\\=/alternate/* dir\\=" + other;
    server.command(
        "create-virtual-server",
        "--hosts",
        "other.test",
        "--networklisteners",
        server.httpListener(),
        "--property",
        "docroot=" + other + ":" + property,
        "other");
    try {
      for (int i = 0; i < 3; i++) {
        try (RawConnection connection = RawConnection.to(server.httpPort())) {
          assertThat(askOther(connection, "/page.txt").text()).isEqualTo("other server");
          assertThat(askOther(connection, "/alternate/page.txt").text()).isEqualTo("alternate");
          connection.ask("/page.txt").hasStatus(404);
        }
      }
    } finally {
      server.command("delete-virtual-server", "other");
    }
  }

  private static Answer askOther(RawConnection connection, String target) throws IOException {
    return connection
        .send("GET " + target + " HTTP/1.1\r\nHost: other.test\r\n\r\n")
        .answer("GET")
        .hasStatus(200);
  }

  @Test
  void switchedOffTheServerServesAsBefore() throws Exception {
    publish(small, "off.bin");
    isOurs(ask("/static-it/off.bin"), small);

    configure("static-files", "false");

    isTheServers(ask("/static-it/off.bin"));
  }

  @Test
  void otherMethodsAreTheServers() throws Exception {
    publish(small, "methods.bin");
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      isOurs(connection.ask("/static-it/methods.bin"), small);
      int status =
          connection
              .send("DELETE /static-it/methods.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
              .answer("GET")
              .status();
      assertThat(status).isGreaterThanOrEqualTo(400);
    }
    assertThat(Files.exists(folder.resolve("methods.bin"))).isTrue();
  }
}
