package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ByteArrayAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With static-files GlassFish's access rules for the files of an application still hold. */
@Timeout(180)
@EachGrizzly
class StaticApplicationsIT extends StaticFilesScenario {
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

  /** These files pass through the web container, and then go by the module, small ones too. */
  @Test
  void filesOfApplicationsAreSentByTheModuleUntilItIsSwitchedOff() throws Exception {
    withApplication(
        staticApplication("static"),
        () -> {
          ask("/static/page.txt").hasStatus(200);
          Snapshot before = server.probe();
          assertThat(ask("/static/page.txt").hasStatus(200).text()).isEqualTo("first");
          assertThat(ask("/static/").hasStatus(200).text()).isEqualTo("welcome");
          assertThat(ask("/static").header("Location")).endsWith("/static/");
          assertThat(ask("/static/jar.txt").hasStatus(200).text()).isEqualTo("from a jar");
          awaitGrown("Completed", 2, before);
          configure("static-files", "false");
          Snapshot after = server.probe();
          assertThat(ask("/static/page.txt").hasStatus(200).text()).isEqualTo("first");
          assertThat(server.probe().number("Completed")).isEqualTo(after.number("Completed"));
        });
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
    TestFiles.settle(Files.writeString(other.resolve("alternate/page.txt"), "alternate"));
    TestFiles.settle(Files.writeString(other.resolve("page.txt"), "other server"));
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
      assertThat(explain("--virtual-server", "other", "/nothing/x"))
          .containsPattern("no application has this path but that at /.*; others are at .*");
      for (int i = 0; i < 3; i++) {
        try (RawConnection connection = RawConnection.to(server.httpPort())) {
          Answer own = askOther(connection, "/page.txt");
          Answer alternate = askOther(connection, "/alternate/page.txt");
          assertThat(own.text()).isEqualTo("other server");
          assertThat(alternate.text()).isEqualTo("alternate");
          if (i > 0) {
            isOurs(own, other.resolve("page.txt"));
            isOurs(alternate, other.resolve("alternate/page.txt"));
          }
          connection.ask("/page.txt").hasStatus(404);
        }
      }
      for (String path : List.of("/page.txt", "/alternate/page.txt")) {
        assertThat(explain("--virtual-server", "other", path))
            .contains("static file " + path + " below " + other)
            .containsPattern("verdict +served")
            .containsPattern("client sees +200");
      }
    } finally {
      server.command("delete-virtual-server", "other");
    }
  }

  @Test
  void explanationTellsWhatKeepsAFileFromTheShortWay() throws Exception {
    publish(small, "told.bin");
    assertThat(explain("/static-it/told.bin")).containsPattern("verdict +served");
    assertThat(explain("--request-header", "Cookie: JSESSIONID=1", "/static-it/told.bin"))
        .contains("left to GlassFish", "the request has a session cookie");
    assertThat(explain("--method", "POST", "/static-it/told.bin")).contains("for GET and HEAD");
    assertThat(explain("/static-it/none.bin")).contains("left to GlassFish", "does not exist");
    assertThat(explain("/static-it/")).contains("left to GlassFish");
    assertThat(explain("/it/hello")).contains("a servlet of the application answers");
    withApplication(
        application("static.war").addAsWebResource(new ByteArrayAsset(new byte[9]), "page.txt"),
        () -> {
          assertThat(explain("/static/page.txt")).contains("the first request of an application");
          ask("/static/page.txt").hasStatus(200);
          assertThat(explain("/static/page.txt")).contains("the application has filters");
        });
    configure("static-files", "false");
    assertThat(explain("/static-it/told.bin")).contains("set both to true");
    assertThat(explain("/it/hello")).as("no setting helps").doesNotContain("set both to true");
  }

  private String explain(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--uri", "true"));
    all.addAll(List.of(arguments));
    return server.command("explain-sendfile", all.toArray(String[]::new));
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
