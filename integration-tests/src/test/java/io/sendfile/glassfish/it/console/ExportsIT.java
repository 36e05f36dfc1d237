package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The files behind the links of tables have the rows of these tables. */
@Timeout(240)
class ExportsIT extends HtmlScenario {
  /** More than a command lists without being asked. */
  private static final int MANY = 105;

  private static final String CHANGES = "past.xhtml?show=changes&since=15m";

  private record Files(List<String> csv, int json) {}

  /** Both files of a table: lines of one, rows of the other. */
  private static Files files(Page page, String table, String key) throws IOException {
    String csv = page.behind("[aria-label='" + table + " as CSV']").isFine().body();
    String json = page.behind("[aria-label='" + table + " as JSON']").isFine().body();
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return new Files(csv.lines().toList(), reader.readObject().getJsonArray(key).size());
    }
  }

  /** That the files have a heading and this many rows. */
  private static void assertRows(Page page, String table, String key, int rows) throws IOException {
    Files files = files(page, table, key);
    assertThat(files.csv()).as(table + " as CSV").hasSize(1 + rows);
    assertThat(files.csv().get(0)).as("heading of " + table).startsWith("instance,");
    assertThat(files.json()).as(table + " as JSON").isEqualTo(rows);
  }

  /** The number at the end of a text. */
  private static int number(Page page, String css) {
    return Integer.parseInt(page.text(css).replace(",", "").replaceAll(".*\\D", ""));
  }

  private RawConnection begin(Path file, String id) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, sendfile(file))));
    return connection;
  }

  @Test
  void endedTransfersAndRefusalsAreAllInTheFile() throws Exception {
    Path file = TestFiles.file("exported.bin", 64 << 10);
    String ended = "past.xhtml?file=" + TestFiles.value(file);
    for (int i = 0; i < MANY; i++) {
      play(sendfile(file)).hasStatus(200);
      play("sendfile:files:none-" + i).hasStatus(404);
    }
    play("sendfile:files:a%zz").hasStatus(500);
    Await.until("all are remembered", SOON, () -> number(pages.open(ended), "#sum strong") >= MANY);
    Page past = pages.open(ended);
    assertRows(past, "ended", "ended-transfers", number(past, "#sum strong"));
    Page none = pages.open("past.xhtml?client=192.0.2.1");
    assertThat(number(none, "#sum strong")).isZero();
    assertRows(none, "ended", "ended-transfers", 0);

    Page refused = pages.open("past.xhtml?show=refused");
    assertThat(groups(refused)).isGreaterThan(MANY);
    assertRows(refused, "refusals", "refusals", groups(refused));
    Page some = pages.open("past.xhtml?status=500&since=1h");
    assertThat(groups(some)).isPositive().isLessThan(MANY);
    assertRows(some, "refusals", "refusals", groups(some));
    assertThat(files(some, "refusals", "refusals").csv())
        .noneMatch(line -> line.contains("none-1"));
    Page nobody = pages.open("past.xhtml?show=refused&client=192.0.2.1");
    assertRows(nobody, "refusals", "refusals", 0);
  }

  private static int groups(Page page) {
    return number(page, "#groupsOfRefusals");
  }

  @Test
  void changesAreAllInTheFile() throws Exception {
    configure("stall-timeout-seconds", "43");
    Await.until(
        "the change",
        SOON,
        () ->
            pages
                .open(CHANGES)
                .text("#list\\:changes")
                .contains("stall-timeout-seconds is 43, was 60"));
    Page page = pages.open(CHANGES);
    assertRows(page, "changes", "history", number(page, "#changesNumber"));
    Page some = pages.open(CHANGES + "&event=configuration&words=stall-timeout+43");
    assertThat(number(some, "#changesNumber")).isPositive();
    assertRows(some, "changes", "history", number(some, "#changesNumber"));
    assertThat(files(some, "changes", "history").csv())
        .startsWith("instance,time,kind,who,text")
        .last()
        .asString()
        .contains(",configuration,admin,\"sendfile-config: stall-timeout-seconds is 43, was 60");
    assertThat(files(page, "history", "history").csv().get(0)).contains(",rate,", ",refused,");
  }

  @Test
  void tablesOfTheLivePageAreInTheFile() throws Exception {
    configure("stall-timeout-seconds", "600");
    Path file = TestFiles.ofLength(20 << 20);
    assertRows(pages.open("now.xhtml"), "transfers", "transfers", 0);
    try (RawConnection first = begin(file, "first-1");
        RawConnection second = begin(file, "second-1")) {
      assertThat(List.of(first.head().status(), second.head().status())).containsOnly(200);
      configure("max-active-transfers", "2");
      Await.until(
          "a problem",
          SOON,
          () -> pages.open("now.xhtml").text("#problems").contains("max-active-transfers"));
      Page both = pages.open("now.xhtml");
      assertThat(both.text("#sum")).startsWith("2 · ");
      assertRows(both, "transfers", "transfers", 2);
      assertRows(both, "problems", "problems", both.count(".problems li"));
      Page one = pages.open("now.xhtml?filter=id:first-*");
      assertThat(one.text("#sum")).startsWith("1 of 2 · ");
      assertRows(one, "transfers", "transfers", 1);
      assertThat(files(one, "transfers", "transfers").csv().get(1)).contains("first-1");
    }
  }

  @Test
  void figuresOfListenersAndRootsAreInTheFile() throws Exception {
    assertStatistics(pages.open("server.xhtml"), ",listener,", "[data-table=listeners]");
    assertStatistics(pages.open("files.xhtml"), ",root,", "#roots\\:table");
  }

  private static void assertStatistics(Page page, String kind, String table) throws IOException {
    assertThat(files(page, "statistics", "snapshots").csv())
        .filteredOn(line -> line.contains(kind))
        .hasSize(page.count(table + " tbody tr"));
  }
}
