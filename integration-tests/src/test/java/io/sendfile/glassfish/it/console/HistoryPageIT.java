package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The charts of the live page, of other times, their cursor and labels, and the marks. */
@Timeout(240)
class HistoryPageIT extends ConsoleScenario {

  /** Names of the charts. */
  private static final String IDS = "const ids = ['rateChart', 'transfersChart', 'missedChart'];";

  /** Whether all charts show one moment, and a tip is at the chart with the pointer alone. */
  private static final String TOGETHER =
      IDS
          + """
      const shown = ids.map((id) => Chart.getChart(id));
      const indices = shown.map((chart) => chart.getActiveElements()[0]?.index);
      return indices.every((index) => index >= 0 && index === indices[0])
          && shown.filter(({canvas}) => canvas.parentNode.querySelector('.tip')?.hidden === false)
              .map(({canvas}) => canvas.id).join() === arguments[0];
      """;

  /** Texts that the chart of rates draws for figures of ten minutes with these marks. */
  private static final String DRAWN =
      """
      const {prototype} = CanvasRenderingContext2D;
      const {fillText} = prototype;
      const texts = [];
      prototype.fillText = function (text, ...where) {
        if (this.canvas.id === 'rateChart') texts.push(text);
        fillText.call(this, text, ...where);
      };
      const points = [0, 1].map((at) => ({at, rate: 1, active: 0, waiting: 0}));
      const marks = [
        {at: 6e4, kind: 'start', who: '', text: 'Server started'},
        {at: 2e5, kind: 'configuration', who: 'ann', text: 'sendfile-root files: hidden is allow, was deny'},
        {at: 39e4, kind: 'problem', who: '', text: 'limit: nearly used'},
        {at: 4e5, kind: 'deployed', who: 'ann', text: 'shop'},
      ];
      Sendfile.draw({from: 0, to: 6e5, now: 6e5, step: 1e4, points, marks});
      prototype.fillText = fillText;
      return texts.join('|');
      """;

  /**
   * The tip of the chart of rates at a hundred marks, at one half a minute later, and whether it is
   * in the window.
   */
  private static final String TIPS =
      """
      const change = (at, text) => ({at, kind: 'configuration', who: 'ann', text});
      const marks = [
        ...Array.from({length: 100}, (_, i) => change(3e5 + i, `sendfile-root files: hidden is ${i}, was none`)),
        change(3.3e5, 'sendfile-limit hog: changed from client=a, rate=1 to client=a, rate=0'),
      ];
      Sendfile.draw({from: 0, to: 6e5, now: 6e5, step: 1e4, points: [], marks});
      const {canvas, scales: {x}} = Chart.getChart('rateChart');
      const {left, top} = canvas.getBoundingClientRect();
      return [3e5, 3.3e5].flatMap((at) => {
        const place = {clientX: left + x.getPixelForValue(at), clientY: top + 40};
        canvas.dispatchEvent(new PointerEvent('pointermove', place));
        const tip = canvas.parentNode.querySelector('.tip');
        const box = tip.getBoundingClientRect();
        const isIn = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        return [tip.innerText, String(isIn)];
      });
      """;

  /** Smallest room between two lines that the chart of rates draws for 300 marks, in pixels. */
  private static final String LINES =
      """
      const {prototype} = CanvasRenderingContext2D;
      const {fillRect} = prototype;
      const places = new Set();
      prototype.fillRect = function (x, ...where) {
        if (this.canvas.id === 'rateChart') places.add(x);
        fillRect.call(this, x, ...where);
      };
      const marks = Array.from({length: 300}, (_, i) => ({at: 2e5 + 400 * i, kind: 'start', who: '', text: ''}));
      Sendfile.draw({from: 0, to: 6e5, now: 6e5, step: 1e4, points: [], marks});
      prototype.fillRect = fillRect;
      const lines = [...places].sort((one, other) => one - other);
      return Math.min(...lines.slice(1).map((x, i) => x - lines[i]));
      """;

  /** Smallest room between two labels of the time in any chart, by range, in pixels. */
  private static final String ROOM =
      IDS
          + """
      const now = Date.UTC(2026, 10, 25, 10);
      return Math.min(...Object.entries(Sendfile.RANGES).flatMap(([range, {length}]) => {
        Sendfile.draw({from: now - length, to: now, now, step: 1, points: [], marks: []}, range);
        return ids.map((id) => Chart.getChart(id)).flatMap(({ctx, scales: {x}}) => {
          ctx.font = `${Chart.defaults.font.size}px ${Chart.defaults.font.family}`;
          const half = ({label}) => ctx.measureText(label).width / 2;
          return x.ticks.slice(1).map((tick, i) => x.getPixelForTick(i + 1) - half(tick)
              - x.getPixelForTick(i) - half(x.ticks[i]));
        });
      }));
      """;

  /** The mark of a change, after which there may be others. */
  private static final String MARK =
      "Sendfile.live.marks.findLast(({text}) => text.includes('stall-timeout-seconds is 45'))";

  private final Path file = TestFiles.ofLength(300 << 10);

  @BeforeEach
  void page() {
    console.own("now.xhtml");
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
    awaitRate("Throughput, the last 15 min\\. Sent: now .*, peak [1-9].*");
    choose("1d");
    awaitRate("Throughput, the last day\\. Sent: now .*, peak [1-9][0-9.]* [kM]?B/s\\.");
    assertThat(browser.run("return location.search")).asString().contains("range=1d");
    assertThat(browser.run("return Chart.getChart('rateChart').scales.x.ticks.map(t => t.label)"))
        .asString()
        .contains("06:00", "18:00");
    browser.screenshot("now-day");
    assertThat(browser.run("return document.querySelector('[data-span]').textContent"))
        .isEqualTo("by 5 minutes · thin: most");
    assertThat(
            browser.run(
                "const [mean, high] = Chart.getChart('rateChart').data.datasets;"
                    + "return high.data.at(-1).y >= mean.data.at(-1).y"))
        .isEqualTo(true);

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
        .startsWith("Refused and incomplete per minute, the last 15 min. Refused: now ");
    browser.screenshot("now-refused");
  }

  private void awaitSamples() {
    Await.until(
        "samples",
        Console.SOON,
        () -> browser.number("Chart.getChart('rateChart').data.datasets[0].data.length") >= 3);
    browser.run("document.querySelector('.charts').scrollIntoView({block: 'center'})");
  }

  private double minutes(String chart) {
    String scale = "Chart.getChart('" + chart + "').scales.x";
    return browser.number("(" + scale + ".max - " + scale + ".min) / 60000");
  }

  @Test
  void dragOverAChartShowsThatTime() throws Exception {
    awaitSamples();
    browser.hold("#rateChart");
    browser.move("#rateChart", 30);
    browser.move("#rateChart", 60);
    browser.screenshot("charts-drag");
    browser.release();
    awaitRate("Throughput, [-0-9]+ \\d\\d:\\d\\d:\\d\\d to [^.]+\\. Sent: .*");
    assertThat(minutes("rateChart")).isBetween(1.0, 8.0).isEqualTo(minutes("missedChart"));
    assertThat(browser.text("[data-span]")).isEqualTo("by 10 s");
    assertThat(browser.run("return location.pathname")).isEqualTo("/sendfile-app/past.xhtml");
  }

  @Test
  void escapeEndsADragWithoutATrace() {
    awaitSamples();
    browser.hold("#rateChart");
    browser.move("#rateChart", 30);
    browser.move("#rateChart", 60);
    browser.press(Keys.ESCAPE);
    browser.release();
    assertThat(rateText()).startsWith("Throughput, the last 15 min.");
    assertThat(browser.run("return location.pathname + document.activeElement.id"))
        .isEqualTo("/sendfile-app/now.xhtml");
    assertThat(
            browser.run(
                "return getComputedStyle(document.getElementById('rateChart')).touchAction"))
        .as("a touch scrolls the page")
        .isEqualTo("pan-y");
  }

  @Test
  void oneCursorIsInAllCharts() throws Exception {
    awaitSamples();
    browser.move("#transfersChart", 40);
    Await.until(
        "the values of one moment in all charts",
        Console.SOON,
        () -> Boolean.TRUE.equals(browser.run(TOGETHER, "transfersChart")));
    browser.screenshot("charts-cursor");
    browser.move("#missedChart", 40);
    Await.until(
        "the tip of the next chart alone",
        Console.SOON,
        () -> Boolean.TRUE.equals(browser.run(TOGETHER, "missedChart")));
    browser.move("h1", 0);
    assertThat(browser.run(TOGETHER, "missedChart")).isEqualTo(false);
  }

  private double leastPlot() {
    String least =
        "return Math.min(...ids.map((id) => Chart.getChart(id).chartArea)"
            + ".map(({top, bottom}) => bottom - top))";
    return ((Number) browser.run(IDS + least)).doubleValue();
  }

  /** As in the frame of GlassFish's console. */
  @Test
  void plotsHaveRoomBelowALongLegend() throws Exception {
    awaitSamples();
    browser.viewport(1000, 800);
    Await.until(
        () -> "the least is of " + leastPlot(),
        Console.SOON,
        () -> browser.number("Chart.getChart('missedChart').width") < 250 && leastPlot() >= 40);
    browser.screenshot("charts-narrow");
  }

  @Test
  void marksAreNamedInTheCharts() throws Exception {
    String texts = String.valueOf(browser.run(DRAWN));
    assertThat(texts)
        .contains("|start|", "|root files|", "|2 events")
        .doesNotContain("Server started", "problem", "×", "…");
    browser.screenshot("charts-marks");
    assertThat(((Number) browser.run(ROOM)).doubleValue()).as("between labels").isGreaterThan(3);

    awaitSamples();
    configure("stall-timeout-seconds", "45");
    Await.until("the mark", Console.SOON, () -> browser.number("Number(!!" + MARK + ")") == 1);
    Await.until(
        "the mark below the cursor",
        Console.SOON,
        () -> {
          browser.move(
              "#rateChart",
              (int)
                  browser.number(
                      "(({scales: {x}, width}) => x.getPixelForValue("
                          + MARK
                          + ".at) - width / 2)(Chart.getChart('rateChart'))"));
          String tip =
              String.valueOf(
                  browser.run("return document.querySelector('#rateChart ~ .tip')?.innerText"));
          return tip.contains("stall-timeout-seconds is 45, was") && tip.contains("by admin");
        });
    browser.screenshot("charts-mark-told");
  }

  @Test
  void nextMarksAreToldInPlainWordsAndTheOthersCounted() {
    List<String> tips = ((List<?>) browser.run(TIPS)).stream().map(String::valueOf).toList();
    assertThat(tips.get(0).lines())
        .hasSize(4)
        .first()
        .asString()
        .matches("[-0-9]+ [:0-9]+ root files: hidden is [0-9]+, was none, by ann")
        .doesNotContain("sendfile", "configuration");
    assertThat(tips.get(0)).endsWith("and 98 more; a click lists them");
    assertThat(tips.get(2).lines())
        .as("the pointer moved within one step")
        .first()
        .asString()
        .endsWith("limit hog: changed from client=a, rate=1 to client=a, rate=0, by ann");
    assertThat(List.of(tips.get(1), tips.get(3))).containsOnly("true");
  }

  @Test
  void hundredsOfMarksAreNoBlock() {
    assertThat(((Number) browser.run(LINES)).doubleValue()).isBetween(28.0, 40.0);
  }

  @Test
  void samplesAreThereBeforeAnybodyLooked() {
    awaitSamples();
    double before =
        browser.number(
            "Chart.getChart('rateChart').data.datasets[0].data[0].x"
                + " - (performance.timeOrigin || Date.now())");
    assertThat(before).as("the first sample, from the load of the page").isNegative();
  }
}
