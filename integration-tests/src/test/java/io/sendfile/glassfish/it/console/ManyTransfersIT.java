package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A page is as small with a thousand transfers as with twenty, and does not grow while it is open.
 */
@Timeout(300)
@Release
class ManyTransfersIT extends ConsoleScenario {
  private static final int TRANSFERS = 1000;
  private static final int ROWS = 15;
  private static final int DRAWINGS = 60;
  private static final String ROW = "#running\\:table_data > tr[data-ri]";

  private final Path file = TestFiles.ofLength(1 << 20);
  private final List<RawConnection> running = new ArrayList<>();

  @BeforeEach
  void slow() {
    // So slow that they outlast the test, whatever the buffers take.
    configure("rate-bytes-per-second", "1000");
  }

  @AfterEach
  void end() throws IOException {
    for (RawConnection connection : running) {
      connection.close();
    }
  }

  private void run(int transfers) throws IOException {
    for (int i = 0; i < transfers; i++) {
      RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
      running.add(connection);
      connection.send(
          RawConnection.get(Play.steps("header:X-Sendfile-Id=many-" + i, sendfile(file))));
    }
    Await.until("they run", SOON, () -> server.probe().transfers() == transfers);
  }

  /** The largest response body from an address. */
  private double largest(String end) {
    return browser.number(
        "Math.max(0, ...performance.getEntries().filter(e => e.name.split('?')[0].endsWith('"
            + end
            + "')).map(e => e.decodedBodySize))");
  }

  @Test
  void onlyTheRowsThatAreSeenAreSent() throws Exception {
    run(TRANSFERS);
    console.page("now.jsf");
    console.awaitText("[data-figure=active]", "1,000");
    // These have the marks of earlier scenarios, too.
    Await.until("the first figures", Console.SOON, () -> largest("/live") > 0);
    browser.run("performance.clearResourceTimings()");
    Await.until(
        "tables and figures have come",
        Console.SOON,
        () ->
            browser.number(
                    "performance.getEntriesByType('resource')"
                        + ".filter(e => /(live|now\\.xhtml)$/.test(e.name.split('?')[0])).length")
                >= 4);
    assertThat(browser.count(ROW)).isEqualTo(ROWS);
    assertThat(largest("/now.xhtml")).as("bytes of a page, or of a table").isBetween(1e4, 2e5);
    assertThat(largest("/live")).as("bytes of figures").isBetween(1e2, 1e4);
    browser.screenshot("many-transfers");

    console.click("#running .ui-paginator-last");
    Await.until("the last page", Console.SOON, () -> browser.count(ROW) == TRANSFERS % ROWS);
    browser.type("#running\\:filter", "many-1");
    Await.until("the first page", Console.SOON, () -> browser.count(ROW) == ROWS);
    console.awaitText("#running .ui-paginator-page.ui-state-active", "1");
    browser.type("#running\\:filter", "many-777");
    Await.until("the one", Console.SOON, () -> browser.count(ROW) == 1);
    console.awaitText(ROW, "many-777");
  }

  @Test
  void pageThatIsOpenForLongHoldsNoMoreThanBefore() throws Exception {
    run(2 * ROWS);
    console.page("now.jsf");
    console.awaitText("[data-figure=active]", "30");
    draw(DRAWINGS);
    Map<String, Double> before = browser.metrics();
    draw(DRAWINGS);
    Map<String, Double> after = browser.metrics();
    // A redraw creates hundreds of nodes and listeners, and the last may be there twice.
    assertThat(after.get("Nodes")).isLessThan(before.get("Nodes") + 50 * DRAWINGS);
    assertThat(after.get("JSEventListeners"))
        .isLessThan(before.get("JSEventListeners") + 10 * DRAWINGS);
  }

  private void draw(int times) {
    browser.run(
        """
        window.drawn = 0;
        const again = () => {
          if (window.drawn < arguments[0]) {
            drawLists();
            setTimeout(wait, 5);
          }
        };
        const wait = () => {
          if (PrimeFaces.ajax.Queue.isEmpty()) {
            window.drawn++;
            again();
          } else {
            setTimeout(wait, 5);
          }
        };
        again();
        """,
        times);
    Await.until(
        "drawn", Console.SOON.multipliedBy(3), () -> browser.number("window.drawn") >= times);
  }
}
