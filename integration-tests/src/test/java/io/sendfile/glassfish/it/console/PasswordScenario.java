package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Base of the scenarios in a console with a password, which is installed and removed for each. */
@InChromium
@OwnProcess
abstract class PasswordScenario {
  static final String PASSWORD = "correct-horse";

  static OwnServer server;
  private static Path passwords;
  private static Distribution distribution;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    server = OwnServer.unpack("console");
    distribution = Distribution.unpack();
    distribution.installInto(server.home()).succeeded();
    passwords = server.home().resolveSibling("passwords");
    Files.writeString(passwords, "AS_ADMIN_PASSWORD=\nAS_ADMIN_NEWPASSWORD=" + PASSWORD + "\n");
    asadmin("change-admin-password", "--domain_name", "domain1");
    server.start();
    Files.writeString(passwords, "AS_ADMIN_PASSWORD=" + PASSWORD + "\n");
  }

  @AfterAll
  static void nothingIsLeftOfTheInstallation() throws IOException {
    try {
      // The web container's request of an earlier answer was asked there.
      assertThat(Files.readString(server.domain().resolve("logs/server.log")))
          .doesNotContain("NullPointerException");
      server.stop();
      distribution.uninstallFrom(server.home()).succeeded();
      try (Stream<Path> files = Files.walk(server.domain())) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .doesNotContain("__sendfile_console", "sendfile-console.war");
      }
    } finally {
      server.close();
    }
  }

  HttpResponse<String> send(int port, String method, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static String asadmin(String... command) throws IOException {
    return tried(command).succeeded();
  }

  /** Runs a command that may fail. */
  static Command.Outcome tried(String... command) throws IOException {
    String[] all = new String[command.length + 2];
    all[0] = "--passwordfile";
    all[1] = passwords.toString();
    System.arraycopy(command, 0, all, 2, command.length);
    return server.asadmin(all);
  }

  static void signsOut(Console console) {
    Chromium browser = console.browser();
    browser.leaveFrame();
    browser.run("window.confirm = () => true");
    console.click("#Masthead\\:logoutLink, [id$=logoutLink]");
    Await.until("the form to sign in", Console.SOON, () -> browser.count("#Login\\.username") > 0);
    assertThat(console.status("/sendfile-app/live")).isEqualTo(401);
    assertThat(console.status("/sendfile-app/now.xhtml")).isEqualTo(401);
  }
}
