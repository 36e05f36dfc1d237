package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Settings;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Access to the pages of a server with a password, which the server under test has meanwhile. */
@Timeout(480)
class AccessIT extends HtmlScenario {
  private static final String PASSWORD = "correct-horse";
  private static final Pattern VERSION = Pattern.compile("[?&]v=[0-9a-f.]+$");

  /** Styles and scripts of a page. */
  private static final String KEPT = "link[rel=stylesheet], script[src]";

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void passwordIsSet() throws IOException {
    changePassword("", PASSWORD);
    pages = new Pages(pages.base());
  }

  @AfterEach
  void passwordIsEmptyAgain() throws IOException {
    changePassword(PASSWORD, "");
  }

  private void changePassword(String old, String now) throws IOException {
    Path file = Files.createTempFile(Settings.work(), "passwords-", "");
    Files.writeString(file, "AS_ADMIN_PASSWORD=" + old + "\nAS_ADMIN_NEWPASSWORD=" + now + "\n");
    Command.run(
            Settings.work(),
            Settings.glassfishHome().resolve("bin/asadmin").toString(),
            "--user",
            "admin",
            "--interactive=false",
            "--port",
            "" + server.adminPort(),
            "--passwordfile",
            file.toString(),
            "change-admin-password")
        .succeeded();
  }

  /** Runs a command as asadmin would. */
  private String signedIn(String command) throws Exception {
    byte[] both = ("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> answer =
        send(
            server.adminPort(),
            "GET",
            "/__asadmin/" + command,
            "User-Agent",
            "hk2-agent",
            "X-Requested-By",
            "scenarios",
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(both));
    assertThat(answer.body()).contains("exit-code: SUCCESS");
    return answer.body();
  }

  @Test
  void whoSignsOutIsOutAtOnce() throws Exception {
    Await.until("the console", Pages.LOADED, () -> pages.load("/").count(Pages.LOGIN) == 1);
    strangersAreTurnedAway();
    bookmarkIsOpenedOnceItsAdministratorHasSignedIn();
    assertThat(pages.own("live").status()).isEqualTo(200);
    assertThat(pages.own("now.xhtml").status()).isEqualTo(200);
    strangersAreTurnedAway();
    postsOfOtherSitesAreRefused();
    namesThatAreNotTheServersAreRefused();
    whatBrowsersKeepHasAnAddressThatChangesWithIt();
    nothingIsLeftInTheConfiguration();

    pages.signOut();
  }

  private void bookmarkIsOpenedOnceItsAdministratorHasSignedIn() throws IOException {
    String bookmark = "past.xhtml?outcome=stalled&file=media%3A*&target=server";
    Page stranger = pages.own(bookmark);
    assertThat(stranger.status()).isEqualTo(401);
    // Its script does so in a window without a frame.
    String through = stranger.attribute("#signIn", "href") + "&own=true";
    AtomicReference<String> shown = new AtomicReference<>("");
    // The console asks REST for a session, once, and takes any fault of that for a wrong password.
    Await.until(
        () -> "the page after the sign-in; there was " + shown,
        Pages.LOADED,
        () -> {
          Page page = pages.load(through);
          Page signedIn = page.count(Pages.LOGIN) == 0 ? page : page.signIn("admin", PASSWORD);
          shown.set(signedIn.address() + ", " + signedIn.status() + ": " + signedIn.html().text());
          return signedIn.address().equals(bookmark);
        });
    Await.until("the application", Pages.LOADED, () -> pages.own(bookmark).status() == 200);
  }

  /** DNS rebinding: another site's name leads here, so that its pages share the origin. */
  private void namesThatAreNotTheServersAreRefused() throws Exception {
    String cookie = pages.cookie("JSESSIONID");
    for (String path : new String[] {"/live", "/now.xhtml"}) {
      for (String method : new String[] {"GET", "POST"}) {
        String refused = byName("evil.example", method, path, cookie);
        assertThat(refused).startsWith("HTTP/1.1 421 ").contains("not a name of the admin console");
      }
      for (String own : new String[] {"localhost", "127.0.0.1", "[::1]"}) {
        assertThat(byName(own, "GET", path, cookie)).startsWith("HTTP/1.1 200 ");
      }
    }
    String set =
        "set?DEFAULT=configs.config.server-config.http-service.virtual-server.__asadmin.hosts%3D";
    signedIn(set + "console.example");
    assertThat(byName("console.example", "GET", "/live", cookie)).startsWith("HTTP/1.1 200 ");
    signedIn(set + "%24%7Bcom.sun.aas.hostName%7D");
    assertThat(byName("console.example", "GET", "/live", cookie)).startsWith("HTTP/1.1 421 ");
    assertThat(byName("localhost", "POST", "/now.xhtml", cookie))
        .as("a post that is refused for another reason")
        .doesNotContain("\tat ", "ServletException", "FacesException");
  }

  private String byName(String host, String method, String path, String cookie) throws IOException {
    int port = server.adminPort();
    String body = "primefaces.nonce=guessed";
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      String request =
          String.join(
              "\r\n",
              method + " /sendfile-app" + path + " HTTP/1.1",
              "Host: " + host + ":" + port,
              "Origin: http://" + host + ":" + port,
              "Cookie: JSESSIONID=" + cookie,
              "Connection: close",
              "Content-Type: application/x-www-form-urlencoded",
              "Content-Length: " + (method.equals("POST") ? body.length() : 0),
              "",
              method.equals("POST") ? body : "");
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void strangersAreTurnedAway() throws Exception {
    for (String path :
        new String[] {
          "/live",
          "/now.xhtml",
          "/past.xhtml",
          "/files.xhtml",
          "/server.xhtml",
          "/configuration.xhtml",
          "/",
          ""
        }) {
      HttpResponse<String> answer = send(server.adminPort(), "GET", "/sendfile-app" + path);
      assertThat(answer.statusCode()).as(path).isIn(401, 301, 302);
      assertThat(answer.body()).doesNotContain("samples", "Throughput");
      assertThat(send(server.httpPort(), "GET", "/sendfile-app" + path).statusCode())
          .as("on the public listener")
          .isEqualTo(404);
    }
    HttpResponse<String> guessed =
        send(server.adminPort(), "GET", "/sendfile-app/live", "Cookie", "JSESSIONID=0123456789");
    assertThat(guessed.statusCode()).isEqualTo(401);
  }

  private void postsOfOtherSitesAreRefused() throws Exception {
    String cookie = pages.cookie("JSESSIONID");
    for (String origin : new String[] {"http://evil.example", "null"}) {
      HttpResponse<String> answer =
          send(
              server.adminPort(),
              "POST",
              "/sendfile-app/now.xhtml",
              "Cookie",
              "JSESSIONID=" + cookie,
              "Origin",
              origin);
      assertThat(answer.statusCode()).isEqualTo(403);
    }
    for (String request :
        new String[] {"POST /now.xhtml", "GET /now.xhtml?jakarta.faces.ViewState=guessed"}) {
      String[] parts = request.split(" /");
      HttpResponse<String> untold =
          send(
              server.adminPort(),
              parts[0],
              "/sendfile-app/" + parts[1],
              "Cookie",
              "JSESSIONID=" + cookie);
      assertThat(untold.statusCode()).as(request).isEqualTo(403);
    }
    HttpResponse<String> page =
        send(
            server.adminPort(), "GET", "/sendfile-app/now.xhtml", "Cookie", "JSESSIONID=" + cookie);
    assertThat(page.headers().firstValue("X-Frame-Options")).contains("SAMEORIGIN");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(page.headers().firstValue("Cache-Control").orElse("")).contains("no-store");
    assertThat(page.headers().allValues("Content-Security-Policy"))
        .anySatisfy(policy -> assertThat(policy).contains("frame-ancestors 'self'"))
        .anySatisfy(policy -> assertThat(policy).contains("script-src", "'nonce-"));
    assertThat(page.body()).doesNotContain("https://", "//cdn");
  }

  /** Otherwise a page would be shown with the styles and scripts of before an update. */
  private void whatBrowsersKeepHasAnAddressThatChangesWithIt() throws Exception {
    List<String> all =
        pages.open("now.xhtml").html().select(KEPT).stream()
            .map(kept -> kept.attr("href") + kept.attr("src"))
            .toList();
    assertThat(all).allMatch(address -> VERSION.matcher(address).find());
    List<String> ours = all.stream().filter(address -> address.contains("ln=sendfile")).toList();
    assertThat(ours).hasSize(4);
    for (String address : ours) {
      HttpResponse<String> kept =
          send(
              server.adminPort(),
              "GET",
              address,
              "Cookie",
              "JSESSIONID=" + pages.cookie("JSESSIONID"));
      assertThat(kept.headers().firstValue("Cache-Control").orElse("")).contains("max-age=");
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(kept.body().getBytes(StandardCharsets.UTF_8));
      assertThat(address).endsWith("&v=" + HexFormat.of().formatHex(digest, 0, 8));
    }
  }

  private void nothingIsLeftInTheConfiguration() throws Exception {
    Path domain = Settings.glassfishHome().resolve("glassfish/domains/domain1");
    assertThat(Files.readString(domain.resolve("config/domain.xml")))
        .doesNotContain("sendfile_console");
    assertThat(signedIn("list-applications")).doesNotContain("sendfile");
    // The web container's request of an earlier answer was asked there.
    assertThat(Files.readString(domain.resolve("logs/server.log")))
        .doesNotContainPattern("NullPointerException.*\n(\tat .*\n)*\tat org\\.apache\\.catalina");
  }

  private HttpResponse<String> send(int port, String method, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
