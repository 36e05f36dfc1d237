package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The page of the past in a browser: its charts, and its table in the address. */
@Timeout(240)
class PastPageIT extends ConsoleScenario {
  private static final String ENDED = "#list\\:ended";
  private static final String SUM = "#sum";

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

  @Test
  void dragOverAChartChoosesItsTime() {
    console.own("past.xhtml?since=2026-01-02T03:00:00.123Z&client=127.*");
    awaitCharts();
    assertThat(browser.run("return document.getElementsByName('since')[0].value"))
        .asString()
        .matches("2026-01-0\\d \\d\\d:00:00");
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
        .matches("[-0-9]+ [0-9:]+");
    browser.run("history.back()");
    awaitSearch("since=3h");
    awaitCharts();
    assertThat(search()).contains("client=127.*", "show=refused").doesNotContain("until=");
    assertThat(browser.run("return document.getElementsByName('since')[0].value")).isEqualTo("3h");
  }

  @Test
  void markLeadsToTheChangesOfItsTime() throws Exception {
    configure("stall-timeout-seconds", "46");
    console.own("past.xhtml?since=15m");
    awaitCharts();
    browser.run("document.getElementById('rateChart').focus()");
    browser.press(Keys.ARROW_LEFT);
    // Others of its bundle may be told in its place.
    console.awaitText("#rateChart ~ .tip:not([hidden])", ":");
    browser.screenshot("past-mark-told");
    browser.press(Keys.ENTER);
    awaitSearch("show=changes");
    console.awaitText("#list\\:changes", "stall-timeout-seconds is 46, was");
    browser.screenshot("past-changes-of-a-mark");
  }

  @Test
  void changeIsTakenBackWhereItIsShown() throws Exception {
    configure("range-limit", "21");
    String change = "range-limit is 21, was 256";
    Await.until(
        "the change",
        Console.SOON,
        () -> {
          console.own("past.xhtml?show=changes&since=15m");
          return browser.text("#list\\:changes").contains(change);
        });
    console.click("[aria-label='Undo … sendfile-config: " + change + "']");
    console.awaitText("#undo", "It sets range-limit back to 256.");
    assertThat(console.faults()).isEmpty();
    browser.screenshot("past-undo");
    console.click("#undo\\:yes");
    console.awaitText("#messages", "range-limit is 256, was 21");
    console.awaitText("#list\\:changes", "range-limit is 256, was 21");
    assertThat(browser.text("#list\\:changes")).contains(change + "\nchanged again at ");
    assertThat(browser.run("return location.pathname")).asString().endsWith("/past.xhtml");
    assertThat(browser.run("return document.getElementById('undo:no').checkVisibility()"))
        .isEqualTo(false);
    browser.screenshot("past-undone");
  }

  @Test
  void arrowStandsBesideItsRowOnAPhone() throws Exception {
    completed("beside-1");
    console.own("past.xhtml?id=beside-1");
    assertThat(console.misplaced(390)).isEmpty();
    browser.run("document.getElementById('list').scrollIntoView()");
    browser.screenshot("past-phone");
    assertThat(
            browser.number(
                "document.querySelector('.ui-row-toggler').getBoundingClientRect().bottom -"
                    + " document.querySelector('[id=\"list:ended_data\"]"
                    + " time').getBoundingClientRect().top"))
        .isBetween(5.0, 40.0);
    assertThat(browser.text(ENDED + "_data"))
        .containsPattern("Application\\s*it")
        .contains("First byte");
    assertThat(
            browser.run(
                "return document.getElementById('list:ended_reflowDD').selectedOptions[0].text"))
        .asString()
        .startsWith("When Desc");
    console.click(ENDED + " .ui-row-toggler");
    console.awaitText(ENDED, server.httpListener());
    assertThat(console.misplaced(390)).isEmpty();
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
    awaitCharts();
    assertThat(browser.text("#charts h2")).contains("of remembered downloads, from ");
    assertThat(
            browser.run(
                "return Math.max(...Chart.getChart('rateChart').data.datasets[0].data.map((each) =>"
                    + " each.y)) > 0"))
        .isEqualTo(true);
    console.click(ENDED + " .ui-row-toggler");
    console.awaitText(ENDED, server.httpListener());
    assertThat(browser.text(ENDED)).contains("verdict", "time percent");
    assertThat(browser.number("document.getElementById('list:ended:reason').offsetWidth"))
        .as("there is none to tell")
        .isZero();
    browser.screenshot("past-details");
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
    assertThat(search()).contains("sort=-bytes").doesNotContain("page=");
    assertThat(browser.count(ENDED + " tbody tr[data-ri]")).isEqualTo(25);
    browser.choose(ENDED + " .ui-paginator-rpp-options", "100");
    awaitSearch("rows=100");
    assertThat(browser.count(ENDED + " tbody tr[data-ri]")).isEqualTo(31);
    console.click(ENDED + " a[href*='outcome=']");
    awaitSearch("outcome=completed");
    assertThat(search()).contains("sort=-bytes", "rows=100");
  }
}
