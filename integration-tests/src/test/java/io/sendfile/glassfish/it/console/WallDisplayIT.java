package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The wall display; after a restart in a server whose console nobody has opened. */
@Timeout(480)
class WallDisplayIT extends ConsoleScenario {
  private static final String KEY = "0123456789abcdefGHIJKLMN";
  private static final String RATE = "[data-figure=rate]";
  private static final Duration STARTED = Duration.ofSeconds(150);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path file = TestFiles.ofLength(20 << 20);

  /** Nobody has signed in there. */
  @BeforeEach
  void screen() {
    browser.forgetCookies();
    browser.viewport(1920, 1080);
  }

  private void key(String key) {
    configure("wall-display-key", key);
  }

  private void open(String key) {
    browser.open("about:blank");
    browser.open(console.uri("/sendfile-app/wall.html#" + key));
  }

  private HttpResponse<String> figures(String key) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(console.uri("/sendfile-app/wall")))
            .header("Wall-Display-Key", key)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private int status(String path) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(console.uri("/sendfile-app" + path))).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private void awaitFigures() {
    Await.until(
        () -> "figures without an alarm; there is " + browser.whole(),
        STARTED,
        () ->
            browser.count(RATE) == 1
                && browser.text(RATE).endsWith("B/s")
                && browser.text("#alarm").isEmpty());
  }

  private RawConnection begin(String id) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(
        RawConnection.get(
            Play.steps(
                "header:X-Sendfile-Id=" + id,
                "header:X-Accel-Limit-Rate=1000000",
                "sendfile:" + TestFiles.value(file))));
    return connection;
  }

  @Test
  void showsFiguresToAScreenThatHasTheKey() throws Exception {
    assertThatThrownBy(() -> key("too-short"))
        .hasMessageContaining("wall-display-key must be empty, or 20 to 100 letters and digits");
    for (String path : new String[] {"/wall.html", "/wall", "/resources/sendfile/wall.js"}) {
      assertThat(status(path)).as(path + " without a key in the settings").isEqualTo(401);
    }
    key(KEY);
    open("guessed");
    Await.until(
        () -> "a refusal; there is " + browser.whole(),
        Console.SOON,
        () -> browser.text("body").contains("This key is not accepted"));

    open(KEY);
    awaitFigures();
    assertThat(browser.run("return document.cookie")).isEqualTo("");
    try (RawConnection connection = begin("wall-1")) {
      connection.bytes(1 << 20, OutputStream.nullOutputStream());
      Await.until(
          "what is sent is seen",
          Console.SOON,
          () -> browser.text(RATE).matches("[1-9][0-9.]* [kM]B/s"));
      console.awaitText("[data-figure=active]", "1");
      console.awaitText("[data-figure=places]", "of 10,000");
      Await.until(
          "a line",
          Console.SOON,
          () -> browser.number("Chart.getChart('rateChart').data.datasets[0].data.length") >= 3);
      browser.screenshot("wall");
      HttpResponse<String> answer = figures(KEY);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
      assertThat(answer.body())
          .contains("\"rate\":", "\"completed\":")
          .doesNotContain(file.getFileName().toString(), "127.0.0.1", "wall-1", "/", KEY);
    }
    fontsFollowTheWindow();
    nothingOpensWithoutTheKey();
    problemsAreShown();
    signingOutChangesNothing();
    theKeyIsInNoRecord();

    key("");
    console.awaitText("#alarm", "This key is not accepted, or there is no wall display");
    assertThat(figures(KEY).statusCode()).isEqualTo(401);
    assertThat(status("/wall.html")).isEqualTo(401);
  }

  private void nothingOpensWithoutTheKey() throws Exception {
    assertThat(figures(KEY + "x").statusCode()).isEqualTo(401);
    assertThat(figures(KEY.toLowerCase(Locale.ROOT)).body()).doesNotContain("rate");
    assertThat(status("/wall")).isEqualTo(401);
    assertThat(status("/live")).isEqualTo(401);
    assertThat(status("/now.xhtml")).isEqualTo(401);
  }

  private void fontsFollowTheWindow() throws IOException {
    browser.run(
        """
        const {prototype} = CanvasRenderingContext2D;
        const {fillText} = prototype;
        prototype.fillText = function (...all) {
          window.lastFont = this.font;
          fillText.apply(this, all);
        };
        """);
    for (int[] size : new int[][] {{640, 360}, {3840, 2160}, {1920, 1080}}) {
      browser.viewport(size[0], size[1]);
      Await.until(
          "labels as large as the page's texts",
          Console.SOON,
          () ->
              Math.abs(
                      browser.number("parseFloat((window.lastFont ?? '').match(/[0-9.]+(?=px)/))")
                          - 0.8
                              * browser.number(
                                  "parseFloat(getComputedStyle(document.documentElement).fontSize)"))
                  <= 0.5);
      browser.screenshot("wall-" + size[0]);
    }
  }

  private void problemsAreShown() throws IOException {
    Path absent = TestFiles.folder().resolveSibling("absent");
    server.command("create-sendfile-root", "--path", absent.toString(), "absent");
    console.awaitText("#problems", "root absent: missing");
    assertThat(browser.text("body")).doesNotContain(absent.toString());
    browser.screenshot("wall-problems");
    server.command("delete-sendfile-root", "absent");
    Await.until(
        "it is gone", Console.SOON, () -> !browser.text("#problems").contains("root absent"));
  }

  private void signingOutChangesNothing() throws IOException {
    console.page("now.jsf");
    String link = String.valueOf(browser.run("return document.getElementById('wall').href"));
    assertThat(link).isEqualTo(console.uri("/sendfile-app/wall.html#" + KEY));
    browser.leaveFrame();
    browser.open(link);
    awaitFigures();
    browser.forgetCookie("JSESSIONID");
    String before = browser.text("#clock");
    Await.until("the next figures", Console.SOON, () -> !browser.text("#clock").equals(before));
    awaitFigures();
  }

  private static String log() throws IOException {
    return Files.readString(ServerProcess.domain().resolve("logs/server.log"));
  }

  private void theKeyIsInNoRecord() throws IOException {
    assertThat(server.command("list-sendfile-history"))
        .contains("wall-display-key is ***")
        .doesNotContain(KEY);
    assertThat(log()).doesNotContain(KEY);
  }

  @Release
  @Test
  void comesBackAfterARestart() throws IOException {
    key(KEY);
    open(KEY);
    awaitFigures();
    ServerProcess.stop();
    console.awaitText("#alarm", "The server does not answer · figures are ");
    assertThat(browser.run("return document.body.className")).isEqualTo("old");
    Await.until(
        "charts as large as their room",
        Console.SOON,
        () ->
            browser.number(
                    "[...document.querySelectorAll('.chart canvas')].filter(chart =>"
                        + " chart.clientHeight > chart.parentElement.clientHeight).length")
                == 0);
    browser.screenshot("wall-old");
    int before = log().length();
    ServerProcess.start();
    awaitFigures();
    assertThat(browser.run("return document.body.className")).isEqualTo("");
    assertThat(log().substring(before))
        .as("the pages are loaded after the server's own applications")
        .containsSubsequence("startup time", "[__sendfile_console]")
        .doesNotContain("console page");
  }
}
