package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The files behind the links of tables have the rows of these tables. */
@Timeout(240)
class ExportsIT extends ConsoleScenario {
  /** More than a command lists without being asked. */
  private static final int MANY = 105;

  /**
   * Loads both files of a table, by the page; returns the text of one and the data of the other.
   */
  private static final String FILES =
      """
      const load = (format) => {
        const request = new XMLHttpRequest();
        request.open('GET', document.querySelector(`[aria-label="${name} as ${format}"]`).href, false);
        request.send();
        return request.responseText;
      };
      const name = arguments[0];
      return [load('CSV'), JSON.parse(load('JSON'))[arguments[1]].length];
      """;

  private record Files(List<String> csv, int json) {}

  private Files files(String table, String key) {
    List<?> loaded = (List<?>) browser.run(FILES, table, key);
    return new Files(
        String.valueOf(loaded.get(0)).lines().toList(), ((Number) loaded.get(1)).intValue());
  }

  /** That the files have a heading and this many rows. */
  private void assertRows(String table, String key, int rows) {
    Files files = files(table, key);
    assertThat(files.csv()).as(table + " as CSV").hasSize(1 + rows);
    assertThat(files.csv().get(0)).as("heading of " + table).startsWith("instance,");
    assertThat(files.json()).as(table + " as JSON").isEqualTo(rows);
  }

  /** The number at the end of a text. */
  private int number(String css) {
    return Integer.parseInt(browser.text(css).replace(",", "").replaceAll(".*\\D", ""));
  }

  private RawConnection begin(Path file, String id) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, sendfile(file))));
    return connection;
  }

  @Test
  void endedTransfersAndRefusalsAreAllInTheFile() throws Exception {
    Path file = TestFiles.ofLength(64 << 10);
    for (int i = 0; i < MANY; i++) {
      play(sendfile(file)).hasStatus(200);
      play("sendfile:files:none-" + i).hasStatus(404);
    }
    play("sendfile:files:a%zz").hasStatus(500);
    Await.until(
        "all are remembered",
        Console.SOON,
        () -> {
          console.own("past.xhtml");
          return number("#sum strong") >= MANY;
        });
    assertRows("ended", "ended-transfers", number("#sum strong"));
    console.own("past.xhtml?client=192.0.2.1");
    assertThat(number("#sum strong")).isZero();
    assertRows("ended", "ended-transfers", 0);

    console.own("past.xhtml?show=refused");
    assertThat(groups()).isGreaterThan(MANY);
    assertRows("refusals", "refusals", groups());
    console.own("past.xhtml?status=500&since=1h");
    assertThat(groups()).isPositive().isLessThan(MANY);
    assertRows("refusals", "refusals", groups());
    assertThat(files("refusals", "refusals").csv()).noneMatch(line -> line.contains("none-1"));
    console.own("past.xhtml?show=refused&client=192.0.2.1");
    assertRows("refusals", "refusals", 0);
  }

  private int groups() {
    return number("#groupsOfRefusals");
  }

  @Test
  void changesAreAllInTheFile() {
    configure("stall-timeout-seconds", "43");
    Await.until(
        "the change",
        Console.SOON,
        () -> {
          console.own("past.xhtml?show=changes&since=15m");
          return browser.text("#list\\:changes").contains("stall-timeout-seconds is 43, was 60");
        });
    assertThat(files("history", "history").csv().stream().filter(line -> line.contains(",mark,")))
        .hasSize(number("#changesNumber"));
  }

  @Test
  void tablesOfTheLivePageAreInTheFile() throws Exception {
    configure("stall-timeout-seconds", "600");
    Path file = TestFiles.ofLength(20 << 20);
    console.own("now.xhtml");
    assertRows("transfers", "transfers", 0);
    try (RawConnection first = begin(file, "first-1");
        RawConnection second = begin(file, "second-1")) {
      assertThat(List.of(first.head().status(), second.head().status())).containsOnly(200);
      console.awaitText("#sum", "2 · ");
      assertRows("transfers", "transfers", 2);
      browser.type("#running\\:filter", "id:first-*");
      console.awaitText("#sum", "1 of 2 · ");
      assertRows("transfers", "transfers", 1);
      assertThat(files("transfers", "transfers").csv().get(1)).contains("first-1");
      configure("max-active-transfers", "2");
      console.awaitText(".problems", "max-active-transfers");
      assertRows("problems", "problems", browser.count(".problems li"));
    }
  }

  @Test
  void figuresOfListenersAndRootsAreInTheFile() {
    console.own("server.xhtml");
    assertStatistics(",listener,", "[data-table=listeners]");
    console.own("files.xhtml");
    assertStatistics(",root,", "[data-table=roots]");
  }

  private void assertStatistics(String kind, String table) {
    assertThat(files("statistics", "snapshots").csv())
        .filteredOn(line -> line.contains(kind))
        .hasSize(browser.count(table + " tbody tr"));
  }
}
