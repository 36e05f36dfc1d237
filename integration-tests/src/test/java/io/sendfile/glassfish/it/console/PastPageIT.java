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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of the past: what went wrong, for whom, and since which change. */
@Timeout(240)
class PastPageIT extends ConsoleScenario {
  private static final String ENDED = "#list\\:ended";
  private static final String REFUSED = "#list\\:refused";
  private static final String CHANGES = "#list\\:changes";
  private static final String SUM = "#sum";
  private static final String HOSTILE = "\"><img src=x onerror=alert(1)>\u202egpj.bin";

  /** Drags over the middle third of a chart. */
  private static final String DRAG =
      """
      const chart = Chart.getChart(arguments[0]);
      const {left, right, top} = chart.chartArea;
      const box = chart.canvas.getBoundingClientRect();
      const send = (name, part) => chart.canvas.dispatchEvent(new PointerEvent(name, {
          bubbles: true, cancelable: true, pointerType: 'mouse', pointerId: 1,
          clientX: box.left + left + part * (right - left), clientY: box.top + top + 20}));
      chart.canvas.setPointerCapture = () => {};
      send('pointerdown', 1 / 3);
      send('pointermove', 1 / 2);
      send('pointermove', 2 / 3);
      send('pointerup', 2 / 3);
      """;

  private final Path file = TestFiles.ofLength(20 << 20);

  private boolean runs(String id) {
    return server.command("list-sendfile-transfers", "--long", "true").contains(id);
  }

  private void awaitEnded(String id) {
    Await.until(
        id + " has ended",
        Console.SOON,
        () ->
            server
                .command("list-sendfile-ended-transfers", "--id", id, "--long", "true")
                .contains(id));
  }

  private void completed(String id) throws IOException {
    play("header:X-Sendfile-Id=" + id, sendfile(file)).hasStatus(200).isFile(file);
    awaitEnded(id);
  }

  private void cancelled(String id, String step) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, step)));
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until(id + " runs", Console.SOON, () -> runs(id));
      server.command("cancel-sendfile-transfer", id);
    }
    awaitEnded(id);
  }

  private String search() {
    return String.valueOf(browser.run("return location.search"));
  }

  private void awaitSearch(String part) {
    Await.until(() -> part + " in " + search(), Console.SOON, () -> search().contains(part));
  }

  private void awaitCharts() {
    Await.until(
        "charts",
        Console.SOON,
        () -> browser.count("#missedChart[role=img]") + browser.count("#rateChart[role=img]") == 2);
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
  void outcomesLeadToTheirClientsAndRows() throws Exception {
    completed("leads-1");
    cancelled("leads-2", sendfile(file));
    console.own("past.xhtml?id=leads-*");
    assertThat(browser.text(SUM)).contains("2 downloads");
    assertThat(browser.text("#groups")).contains("cancelled", "completed");
    awaitCharts();
    browser.screenshot("past-ended");

    console.click("#groups a[href*='outcome=cancelled']");
    awaitSearch("outcome=cancelled");
    assertThat(browser.text(SUM)).contains("1 download ·");
    assertThat(browser.text(ENDED)).contains(TestFiles.value(file)).doesNotContain("completed");
    assertThat(browser.run("return document.getElementsByName('outcome')[0].value"))
        .isEqualTo("cancelled");
    assertThat(browser.text("#groups")).as("whose they are").contains("127.0.0.1");
    console.click(ENDED + " .ui-row-toggler");
    console.awaitText(ENDED, "an administrator cancelled it");
    assertThat(browser.text(ENDED)).contains("leads-2", "200");
    browser.screenshot("past-details");

    console.click(ENDED + " a[href*='client=']");
    awaitSearch("client=127.0.0.1");
    assertThat(search()).contains("outcome=cancelled", "id=leads-");
    assertThat(browser.text(SUM)).contains("1 download ·");
    HttpResponse<String> csv = exported("ended as CSV");
    assertThat(csv.headers().firstValue("Content-Type")).contains("text/csv;charset=utf-8");
    assertThat(csv.headers().firstValue("Content-Disposition").orElseThrow())
        .matches("attachment; filename=\"sendfile-ended-\\d{8}-\\d{6}\\.csv\"");
    assertThat(csv.body())
        .startsWith("instance,time,outcome,client,")
        .contains(",leads-2,")
        .doesNotContain("leads-1");
  }

  @Test
  void conditionsAndPeriodAreChosenInTheForm() throws Exception {
    completed("form-1");
    console.own("past.xhtml?show=ended");
    browser.run("document.querySelector('#filter details').open = true");
    browser.type("[name=id]", "form-*");
    console.click("#show");
    awaitSearch("id=form-*");
    assertThat(browser.text(SUM)).contains("1 download ·");
    assertThat(browser.count("#filter details[open]")).as("it has a condition").isEqualTo(1);
    console.click("#filter a[href*='since=15m']");
    awaitSearch("since=15m");
    assertThat(browser.text("#filter [aria-current=true]")).isEqualTo("15 min");
    assertThat(browser.text(SUM)).contains("1 download ·");
    console.click("#filter a[href*='T20%3A00']");
    awaitSearch("until=");
    assertThat(browser.text("#filter [aria-current=true]")).isEqualTo("Last night");
    browser.run("history.back()");
    awaitSearch("since=15m");

    browser.type("[name=since]", "yesterday");
    console.click("#show");
    console.awaitText("#wrong", "\"yesterday\" is no time. Give one such as");
    assertThat(browser.text(ENDED)).contains("Nothing is shown");
  }

  @Test
  void dragOverAChartChoosesItsTime() {
    console.own("past.xhtml?since=2026-01-02T03:00:00.123Z&client=127.*");
    awaitCharts();
    assertThat(browser.run("return document.getElementsByName('since')[0].value"))
        .asString()
        .matches("2026-01-0\\dT\\d\\d:00");
    console.own("past.xhtml?since=3h&client=127.*&show=refused");
    awaitCharts();
    browser.run(DRAG, "missedChart");
    awaitSearch("until=");
    assertThat(search()).contains("client=127.*", "show=refused");
    double length =
        browser.number("Number(document.getElementById('charts').dataset.to)")
            - browser.number("Number(document.getElementById('charts').dataset.from)");
    assertThat(length / 60_000).isBetween(55.0, 65.0);
    awaitCharts();
    assertThat(browser.run("return document.getElementsByName('until')[0].value"))
        .asString()
        .matches("[-0-9]+T[0-9:]+");
    browser.run("history.back()");
    awaitSearch("since=3h");
  }

  @Test
  void refusalsAreGroupedAndLeadToTheirExplanation() throws Exception {
    for (int i = 0; i < 3; i++) {
      play("sendfile:files:none-of-these").hasStatus(404);
    }
    play("sendfile:files:a%zz").hasStatus(500);
    console.own("past.xhtml?show=refused");
    awaitCharts();
    browser.screenshot("past-refused");
    console.own("past.xhtml?reason=missing");
    console.awaitText(REFUSED, "none-of-these");
    assertThat(browser.text(REFUSED)).doesNotContain("a%zz");
    assertThat(browser.count(ENDED)).isZero();
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('#list\\\\:refused tbody tr')]"
                    + ".find(row => row.textContent.includes('none-of-these'))"
                    + ".querySelector('.actions a').getAttribute('href')"))
        .asString()
        .startsWith("files.xhtml?value=files%3Anone-of-these");
    assertThat(exported("refusals as JSON").body()).startsWith("{").contains("none-of-these");

    console.own("past.xhtml?status=500&outcome=stalled");
    assertThat(browser.text(REFUSED)).contains("a%zz").doesNotContain("none-of-these");
    assertThat(browser.text("#passedOver")).contains("not chosen by outcome");
    console.own("past.xhtml?show=refused&status=500&since=2h&until=1h");
    assertThat(exported("refusals as CSV").body()).doesNotContain("a%zz");
    assertThat(browser.text(REFUSED)).contains("Nothing in this period fits.");
  }

  @Test
  void changesLeadToTheDownloadsAroundThem() throws Exception {
    completed("around-1");
    configure("stall-timeout-seconds", "44");
    console.own("past.xhtml?show=changes&since=15m&id=around-*");
    Await.until(
        "the mark",
        Console.SOON,
        () -> {
          browser.run("location.reload()");
          return browser.text(CHANGES).contains("stall-timeout-seconds is 44, was 60");
        });
    assertThat(browser.text(CHANGES)).contains("admin");
    assertThat(browser.text("#passedOver")).contains("not chosen by id");
    awaitCharts();
    browser.screenshot("past-changes");
    console.click(CHANGES + " tbody a");
    awaitSearch("until=");
    assertThat(browser.text(SUM)).contains("1 download ·");
  }

  @Test
  void orderAndPageAreStepsOfTheBrowsersHistory() throws Exception {
    Path small = TestFiles.ofLength(64 << 10);
    for (int i = 0; i < 30; i++) {
      play("header:X-Sendfile-Id=row-of-many-" + i, sendfile(small)).hasStatus(200);
    }
    completed("row-of-many-30");
    console.own("past.xhtml?id=row-of-many-*");
    assertThat(browser.text(SUM)).contains("31 downloads");
    console.click("#list\\:ended\\:bytes");
    awaitSearch("sort=bytes");
    assertThat(browser.text(ENDED)).doesNotContain("21.0 MB");
    console.click("#list\\:ended\\:bytes");
    awaitSearch("sort=-bytes");
    console.awaitText(ENDED + " tbody tr:first-child", "21.0 MB");
    console.click(ENDED + " .ui-paginator-next");
    awaitSearch("page=2");
    browser.run("location.reload()");
    Await.until(
        "the second page", Console.SOON, () -> browser.count(ENDED + " tbody tr[data-ri]") == 6);
    browser.run("history.back()");
    console.awaitText(ENDED + " tbody tr:first-child", "21.0 MB");
    browser.choose(ENDED + " .ui-paginator-rpp-options", "100");
    awaitSearch("rows=100");
    assertThat(browser.count(ENDED + " tbody tr[data-ri]")).isEqualTo(31);
    console.click(ENDED + " a[href*='outcome=']");
    awaitSearch("outcome=completed");
    assertThat(search()).contains("sort=-bytes", "rows=100");
  }

  @Test
  void namesAndConditionsAreTextOnly() throws Exception {
    Path hostile = TestFiles.folder().resolve(HOSTILE);
    Files.deleteIfExists(hostile);
    Files.createLink(hostile, file);
    String name = URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8).replace("+", "%20");
    cancelled("hostile-1", "sendfile:" + TestFiles.ROOT + ":" + name);

    console.own("past.xhtml?group=file&id=hostile-1");
    console.awaitText(ENDED, "\"><img src=x onerror=alert(1)>\\u202egpj.bin");
    assertThat(browser.count("main :is(img, script[src*=alert])")).isZero();
    console.click("#groups a");
    awaitSearch("file=");
    assertThat(browser.text(SUM)).as("by its whole name: " + search()).contains("1 download ·");
    for (String condition :
        new String[] {"file", "outcome", "since", "reason", "config", "group", "show", "sort"}) {
      console.own("past.xhtml?" + condition + "=" + name);
      assertThat(browser.count("main :is(img, script[src*=alert])")).as(condition).isZero();
    }
    assertThat(browser.number("document.documentElement.scrollWidth - innerWidth"))
        .isLessThanOrEqualTo(0);
  }
}
