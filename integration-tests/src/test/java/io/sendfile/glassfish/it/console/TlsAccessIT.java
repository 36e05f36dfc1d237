package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Release;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Access to the pages on an admin listener that is open to the network, and their removal. */
@InChromium
@OwnProcess
@Timeout(480)
@Release
class TlsAccessIT {
  private static final String PASSWORD = "correct-horse";

  private static OwnServer server;
  private static Path passwords;
  private static Distribution distribution;

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

  private static String asadmin(String... command) throws IOException {
    String[] all = new String[command.length + 2];
    all[0] = "--passwordfile";
    all[1] = passwords.toString();
    System.arraycopy(command, 0, all, 2, command.length);
    return server.asadmin(all).succeeded();
  }

  @Test
  void settingIsSavedOverTls() throws Exception {
    asadmin("enable-secure-admin");
    server.stop();
    server.start();
    URI live = URI.create("http://localhost:" + server.adminPort() + "/sendfile-app/live");
    HttpResponse<String> clear =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(live).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(clear.statusCode()).isEqualTo(302);
    assertThat(clear.headers().firstValue("Location").orElse("")).startsWith("https://");
    assertThat(clear.body()).doesNotContain("samples");
    try (Console console = new Console("https://localhost:" + server.adminPort())) {
      console.open().signIn("admin", PASSWORD).page("now.jsf");
      console.awaitText("[data-figure=active]", "0");
      console.page("configuration.jsf");
      assertThat(console.browser().run("return location.protocol")).isEqualTo("https:");
      console.unfold();
      console.browser().type("[aria-label='burst-bytes']", "4096");
      console.awaitText("#settings\\:changes", "burst-bytes");
      console.click("#settings\\:save");
      console.awaitText("#messages", "burst-bytes is 4096 (4 KiB), was 0");
      assertThat(asadmin("get-sendfile-configuration")).containsPattern("burst-bytes +4096");
      console.signOut();
    }
  }
}
