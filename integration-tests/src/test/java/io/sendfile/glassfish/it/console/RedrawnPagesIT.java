package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pages Server and Files redraw themselves while they are open, and keep their order. */
@Timeout(240)
class RedrawnPagesIT extends ConsoleScenario {
  private static final String RATE = " [1-9][0-9.]* [kM]B/s";

  private void awaitRate(String table, String name) {
    Await.until(
        () -> "a rate of " + name + "; there is " + browser.text(table),
        Console.SOON,
        () -> browser.text(table).matches("(?s).*" + name + "\\s" + RATE.strip() + ".*"));
  }

  @Test
  void figuresOfAServerMove() throws Exception {
    console.own("server.xhtml");
    String sent = browser.text(".tiles");
    assertThat(browser.text("[data-table=listeners]"))
        .contains(server.httpListener() + " – ")
        .doesNotContain("B/s");
    play(sendfile(TestFiles.ofLength(20 << 20))).hasStatus(200);
    awaitRate("[data-table=listeners]", server.httpListener());
    Await.until("more bytes sent", Console.SOON, () -> !browser.text(".tiles").equals(sent));
    browser.screenshot("server");
  }

  @Test
  void rootsAreSortedByTheirNumbers() throws Exception {
    String folder = TestFiles.folder().toString();
    for (String name : new String[] {"a-of-none", "z-of-none"}) {
      server.command("create-sendfile-root", "--path", folder, name);
    }
    try {
      play(sendfile(TestFiles.ofLength(20 << 20))).hasStatus(200);
      console.own("files.xhtml");
      String first = "#roots\\:table_data > tr:first-child > td.wide > bdi";
      console.awaitText(first, TestFiles.ROOT);
      for (String column : new String[] {"rate", "active", "waiting", "refused", "completed"}) {
        sort(column, "ascending");
      }
      console.awaitText(first, "-of-none");
      sort("started", "ascending");
      sort("started", "descending");
      console.awaitText(first, TestFiles.ROOT);
    } finally {
      for (String name : new String[] {"a-of-none", "z-of-none"}) {
        server.command("delete-sendfile-root", name);
      }
    }
  }

  private void sort(String column, String order) {
    String heading = "#roots\\:table\\:" + column;
    console.click(heading);
    Await.until(
        column, Console.SOON, () -> browser.count(heading + "[aria-sort=" + order + "]") == 1);
  }

  @Test
  void rootsMoveInTheOrderThatWasAskedFor() throws Exception {
    console.own("files.xhtml");
    sort("name", "ascending");
    sort("name", "descending");
    // Rows wait for a pointer that is over them.
    browser.move("h1", 0);
    play(sendfile(TestFiles.ofLength(20 << 20))).hasStatus(200);
    awaitRate("#roots\\:table", "present");
    assertThat(browser.count("#roots\\:table\\:name[aria-sort=descending]")).isEqualTo(1);
    browser.screenshot("files");
  }
}
