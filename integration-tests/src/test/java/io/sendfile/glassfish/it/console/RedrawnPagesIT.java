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
  void refusalsAndRootsMoveInTheOrderThatWasAskedFor() throws Exception {
    String table = "#refusals\\:table";
    // More often than any missing file of other scenarios.
    for (int i = 0; i < 12; i++) {
      play("sendfile:files:often").hasStatus(404);
    }
    console.own("files.xhtml?reason=missing");
    play("sendfile:files:none-while-open").hasStatus(404);
    console.awaitText(table, "none-while-open");
    console.click(table + "\\:number");
    Await.until(
        "sorted", Console.SOON, () -> browser.count(table + "\\:number[aria-sort=ascending]") == 1);
    console.click(table + "\\:number");
    String first = table + " tbody tr:first-child";
    console.awaitText(first, "often");
    // Rows wait for a pointer that is over them.
    browser.move("h1", 0);
    String before = browser.text("[data-reason=missing]");
    play("sendfile:files:once-more").hasStatus(404);
    play(sendfile(TestFiles.ofLength(20 << 20))).hasStatus(200);
    Await.until(
        "another number",
        Console.SOON,
        () -> !browser.text("[data-reason=missing]").equals(before));
    console.awaitText(first, "often");
    awaitRate("#roots\\:table", "present");
    browser.screenshot("files");
  }
}
