package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of what has ended, and the numbers that lead to it. */
@Timeout(240)
class EndedPageIT extends ConsoleScenario {
  private static final String TABLE = "#transfers\\:table";
  private static final String HOSTILE = "\"><img src=x onerror=alert(1)>\u202egpj.bin";

  private final Path file = TestFiles.ofLength(20 << 20);

  @BeforeEach
  void page() {
    console.own("live.xhtml");
  }

  private boolean runs(String id) {
    return server.command("list-sendfile-transfers", "--long", "true").contains(id);
  }

  private void cancelled(String id, String step) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, step)));
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until(id + " runs", Console.SOON, () -> runs(id));
      server.command("cancel-sendfile-transfer", id);
    }
    Await.until(
        id + " has ended",
        Console.SOON,
        () ->
            server
                .command("list-sendfile-ended-transfers", "--id", id, "--long", "true")
                .contains(id));
  }

  @Test
  void numbersOfTheLivePageLeadToTheirRows() throws Exception {
    play("header:X-Sendfile-Id=complete-1", sendfile(file)).hasStatus(200).isFile(file);
    cancelled("cancelled-1", sendfile(file));
    play("sendfile:files:none").hasStatus(404);

    console.click("#outcome-cancelled");
    console.awaitOwn("ended.xhtml?outcome=cancelled");
    console.awaitText(TABLE, "cancelled-1");
    assertThat(browser.text(TABLE))
        .contains(TestFiles.value(file), "an administrator cancelled it", "127.0.0.1", "21.0 MB")
        .doesNotContain("complete-1");
    assertThat(browser.run("return document.getElementById('outcome').value"))
        .isEqualTo("cancelled");
    browser.screenshot("ended-cancelled");
    HttpResponse<String> csv = exported("ended as CSV");
    assertThat(csv.headers().firstValue("Content-Type")).contains("text/csv;charset=utf-8");
    assertThat(csv.headers().firstValue("Content-Disposition").orElseThrow())
        .matches("attachment; filename=\"sendfile-ended-\\d{8}-\\d{6}\\.csv\"");
    assertThat(csv.body())
        .startsWith("instance,time,outcome,client,")
        .contains(",cancelled-1,")
        .doesNotContain("complete-1");

    browser.choose("#outcome", "any");
    browser.type("#id", "complete-*");
    console.click("#show");
    console.awaitText(TABLE, "complete-1");
    assertThat(browser.text(TABLE)).doesNotContain("cancelled-1");
    assertThat(browser.run("return location.search")).asString().contains("id=complete-*");

    browser.type("#since", "yesterday");
    console.click("#show");
    console.awaitText("#messages", "\"yesterday\" is no time. Give one such as");
  }

  /** The file behind a link, as the browser would load it. */
  private HttpResponse<String> exported(String label) throws Exception {
    String address =
        String.valueOf(
            browser.run("return document.querySelector(`[aria-label='" + label + "']`).href"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Cookie", "JSESSIONID=" + browser.cookie("JSESSIONID"))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void numbersOfRefusalsLeadToTheirRows() throws Exception {
    play("sendfile:files:none-of-these").hasStatus(404);
    play("sendfile:files:a%zz").hasStatus(500);

    console.click("#reason-missing");
    console.awaitOwn("ended.xhtml?reason=missing");
    console.awaitText("#refusals", "none-of-these");
    assertThat(browser.text("#refusals")).doesNotContain("a%zz");
    assertThat(exported("refusals as JSON").body()).startsWith("{").contains("none-of-these");
    assertThat(browser.count(TABLE)).isZero();

    console.own("live.xhtml");
    console.click("#status-500");
    console.awaitOwn("ended.xhtml?status=500");
    console.awaitText("#refusals", "a%zz");
    assertThat(browser.text("#refusals")).doesNotContain("none-of-these");
    assertThat(browser.count(TABLE)).isEqualTo(1);
    browser.screenshot("ended-refusals");

    console.own("ended.xhtml?status=500&since=1h");
    assertThat(browser.text("#refusals")).contains("a%zz");
    assertThat(exported("refusals as CSV").body()).contains("a%zz");
    console.own("ended.xhtml?status=500&until=1h");
    assertThat(exported("refusals as CSV").body()).doesNotContain("a%zz");
    assertThat(browser.text("#refusals")).contains("None of them matches these conditions.");
  }

  @Test
  void namesAndConditionsAreTextOnly() throws Exception {
    Path hostile = TestFiles.folder().resolve(HOSTILE);
    Files.deleteIfExists(hostile);
    Files.createLink(hostile, file);
    String name = URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8).replace("+", "%20");
    cancelled("hostile-1", "sendfile:" + TestFiles.ROOT + ":" + name);

    console.own("ended.xhtml");
    console.awaitText(TABLE, "\"><img src=x onerror=alert(1)>\\u202egpj.bin");
    assertThat(browser.count("main :is(img, script[src*=alert])")).isZero();
    for (String condition : new String[] {"file", "outcome", "since", "reason", "config"}) {
      console.own("ended.xhtml?" + condition + "=" + name);
      assertThat(browser.count("main :is(img, script[src*=alert])")).as(condition).isZero();
    }
    assertThat(browser.number("document.documentElement.scrollWidth - innerWidth"))
        .isLessThanOrEqualTo(0);
  }

  @Test
  void linkKeepsItsFocusWhileNumbersChange() throws Exception {
    cancelled("focus-1", sendfile(file));
    Await.until("a link", Console.SOON, () -> browser.count("#outcome-cancelled") == 1);
    browser.run("document.getElementById('outcome-cancelled').focus()");
    String before = browser.text("#outcome-cancelled");
    cancelled("focus-2", sendfile(file));
    Await.until(
        "another number", Console.SOON, () -> !browser.text("#outcome-cancelled").equals(before));
    assertThat(browser.run("return document.activeElement.id")).isEqualTo("outcome-cancelled");
  }
}
