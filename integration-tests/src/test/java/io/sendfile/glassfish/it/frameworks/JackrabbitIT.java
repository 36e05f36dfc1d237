package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Files of Apache Jackrabbit by WebDAV, with the servlet of docs/frameworks.md. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JackrabbitIT extends FrameworkScenario {
  private static final String SERVLET =
      "<servlet-class>org.apache.jackrabbit.j2ee.SimpleWebdavServlet</servlet-class>";
  private static final String LINES =
      """
      <servlet-class>io.sendfile.glassfish.apps.jackrabbit.Stored</servlet-class>
      <init-param>
        <param-name>datastore</param-name>
        <param-value>%s/repository/datastore</param-value>
      </init-param>
      """;
  private static final String ANYBODY =
      """
      <init-param>
        <param-name>missing-auth-mapping</param-name>
        <param-value>admin:admin</param-value>
      </init-param>
      """;

  private Path home;
  private FrameworkApplication jackrabbit;
  private long handedOffUnchanged;

  @BeforeAll
  void deployRepository() throws Exception {
    home = Files.createTempDirectory(Settings.work(), "jackrabbit");
    Files.writeString(
        home.resolve("bootstrap.properties"),
        """
        repository.home=%s
        repository.config=/WEB-INF/repository.xml
        repository.name=jackrabbit.repository
        jndi.enabled=true
        java.naming.provider.url=http://www.apache.org/jackrabbit
        java.naming.factory.initial=org.apache.jackrabbit.core.jndi.provider.DummyInitialContextFactory
        """
            .formatted(home));
    try (FrameworkApplication unchanged = deploy(SERVLET)) {
      put(unchanged.at("repository/default/film.bin"));
      Snapshot before = server.probe();
      ask(unchanged.at("repository/default/film.bin")).hasStatus(200).isFile(original);
      handedOffUnchanged = grown("Started", before);
    }
    jackrabbit = deploy(LINES.formatted(home));
  }

  private FrameworkApplication deploy(String servlet) throws IOException {
    return FrameworkApplication.deploy(
        "jackrabbit",
        xml ->
            xml.replace("jackrabbit/bootstrap.properties", home + "/bootstrap.properties")
                .replace(SERVLET, servlet + ANYBODY));
  }

  private void put(String target) throws IOException, InterruptedException {
    URI address = URI.create("http://localhost:" + server.httpPort() + target);
    HttpRequest request =
        HttpRequest.newBuilder(address).PUT(BodyPublishers.ofFile(original)).build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode())
        .isEqualTo(201);
  }

  @AfterAll
  void undeploy() {
    jackrabbit.close();
  }

  private String film() {
    return jackrabbit.at("repository/default/film.bin");
  }

  @Test
  void filesOfTheDataStoreAreHandedOffOverEveryProtocol() throws IOException {
    for (Browser browser : Browser.values()) {
      isHandedOff(browser, film());
    }
  }

  @Test
  void theEntityTagIsThatOfJackrabbit() throws IOException {
    assertThat(ask(film()).header("ETag")).startsWith("\"" + LENGTH + "-");
  }

  @Test
  void anUnchangedJackrabbitCopies() {
    assertThat(handedOffUnchanged).isZero();
  }

  @Test
  void foldersStayAsTheyAre() throws IOException {
    assertThat(isCopied(jackrabbit.at("repository/default/")).hasStatus(200).text())
        .contains("film.bin");
  }

  @Test
  void filesAreCopiedWhereTheModuleIsOff() throws IOException {
    configure("enabled", "false");

    Answer copied = isCopied(film()).hasStatus(200).isFile(original);

    assertThat(copied.header("Accept-Ranges")).isNull();
  }

  @Test
  void missingFilesAreNotFound() throws IOException {
    isCopied(jackrabbit.at("repository/default/none.bin")).hasStatus(404).leaksNothing();
  }
}
