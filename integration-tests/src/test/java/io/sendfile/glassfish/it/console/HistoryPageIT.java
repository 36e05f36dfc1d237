package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The charts of the live page, of longer ranges, and the marks. */
@Timeout(240)
class HistoryPageIT extends ConsoleScenario {
  private static final String MARKS = "[data-table=marks]";

  private final Path file = TestFiles.ofLength(300 << 10);

  @BeforeEach
  void page() {
    console.own("live.xhtml");
  }

  private String rateText() {
    return String.valueOf(
        browser.run("return Chart.getChart('rateChart').canvas.getAttribute('aria-label')"));
  }

  private void choose(String range) {
    console.click("[data-range='" + range + "']");
    awaitChosen(range);
  }

  private void awaitChosen(String range) {
    Await.until(
        range + " is chosen",
        Console.SOON,
        () -> browser.count("[data-range='" + range + "'][aria-current=true]") == 1);
  }

  private void awaitRate(String pattern) {
    Await.until(
        () -> pattern + ", not " + rateText(), Console.SOON, () -> rateText().matches(pattern));
  }

  @Test
  void rangeIsChosenAndStaysInTheAddress() throws Exception {
    play(sendfile(file)).hasStatus(200).isFile(file);
    awaitRate("Throughput, the last 15 min\\. Sent: now .*");
    choose("1d");
    awaitRate("Throughput, the last day\\. Sent: now .*, peak [1-9][0-9.]* [kM]?B/s\\.");
    assertThat(browser.run("return location.search")).asString().contains("range=1d");
    assertThat(browser.run("return Chart.getChart('rateChart').scales.x.ticks.map(t => t.label)"))
        .asString()
        .contains("06:00", "18:00");
    browser.screenshot("live-day");

    browser.run("location.reload()");
    Await.until(
        "the page again",
        Console.SOON,
        () -> browser.count("[data-range='1d'][aria-current=true]") == 1);
    awaitRate("Throughput, the last day\\. Sent: now .*, peak [1-9][0-9.]* [kM]?B/s\\.");
    for (String range : new String[] {"1h", "1w", "1y"}) {
      choose(range);
      awaitRate("Throughput, the last (hour|week|year)\\. Sent: now .*, peak [1-9].*B/s\\.");
    }
    choose("15m");
    awaitRate("Throughput, the last 15 min\\. Sent: now .*");
  }

  @Test
  void rangesAreStepsOfTheBrowsersHistory() {
    choose("1d");
    choose("1w");
    browser.run("history.back()");
    awaitChosen("1d");
    awaitRate("Throughput, the last day\\. .*");
    browser.run("history.back()");
    awaitChosen("15m");
    browser.run("history.forward()");
    awaitChosen("1d");
    assertThat(browser.run("return location.search")).asString().contains("range=1d");
  }

  @Test
  void marksAreListedAndDrawn() throws Exception {
    configure("stall-timeout-seconds", "44");
    console.awaitText(MARKS, "stall-timeout-seconds is 44, was 60");
    console.awaitText(MARKS, "admin");
    choose("1h");
    for (String format : new String[] {"CSV", "JSON"}) {
      assertThat(
              browser.run(
                  "return document.querySelector(`[aria-label='history as " + format + "']`).href"))
          .asString()
          .contains("&from=1h");
    }
    console.awaitText(MARKS, "stall-timeout-seconds is 44, was 60");
    Await.until(
        "the start, or the number of marks before it",
        Console.SOON,
        () ->
            browser.text(MARKS).contains("Server started")
                || browser.text("#marksShown").contains("the last 50 of "));
    browser.run("document.querySelector('.charts').scrollIntoView()");
    browser.screenshot("live-marks");
    assertThat(console.faults()).isEmpty();
  }

  @Test
  void refusalsAreDrawn() throws Exception {
    play("sendfile:files:none-drawn").hasStatus(404);
    Await.until(
        "a point above zero",
        Console.SOON,
        () ->
            browser.number(
                    "Math.max(...Chart.getChart('missedChart').data.datasets[0].data.map(p => p.y || 0))")
                > 0);
    assertThat(browser.run("return document.getElementById('missedChart').ariaLabel"))
        .asString()
        .startsWith("Refused and failed per minute, the last 15 min. Refused: now ");
    browser.screenshot("live-refused");
  }

  @Test
  void samplesAreThereBeforeAnybodyLooked() {
    Await.until(
        "samples",
        Console.SOON,
        () -> browser.number("Chart.getChart('rateChart').data.datasets[0].data.length") >= 3);
    double before =
        browser.number(
            "Chart.getChart('rateChart').data.datasets[0].data[0].x"
                + " - (performance.timeOrigin || Date.now())");
    assertThat(before).as("the first sample, from the load of the page").isNegative();
  }
}
