package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Release;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Access to the pages on an admin listener that is open to the network. */
@Timeout(480)
@Release
class TlsAccessIT extends PasswordScenario {
  @Test
  void settingIsSavedOverTls() throws Exception {
    asadmin("enable-secure-admin");
    server.stop();
    server.start();
    HttpResponse<String> clear = send(server.adminPort(), "GET", "/sendfile-app/live");
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
      signsOut(console);
    }
  }
}
