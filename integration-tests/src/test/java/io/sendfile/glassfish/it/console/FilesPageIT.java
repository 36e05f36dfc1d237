package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page that says why a file does not come. */
@Timeout(240)
class FilesPageIT extends ConsoleScenario {
  private static final int LENGTH = 20 << 20;
  private static final String TABLE = "#refusals\\:table";
  private static final String ROOTS = "[data-table=roots]";

  private final Path file = TestFiles.ofLength(LENGTH);

  private Object value(String id) {
    return browser.run("return document.getElementById(arguments[0]).value", id);
  }

  @Test
  void valueIsExplainedAndTheAddressKeepsTheQuestion() throws Exception {
    console.own("files.xhtml");
    browser.type("#value", "files:../secret");
    console.click("#ask");
    console.awaitText("#answer", "..");
    browser.type("#value", TestFiles.value(file));
    console.click("#ask");
    console.awaitText("#answer", "200");
    browser.type("#range", "bytes=" + LENGTH + "-");
    console.click("#ask");
    console.awaitText("#answer", "not served: no byte of the range is in the file");

    browser.run("location.reload()");
    console.awaitText("#answer", "not served: no byte of the range is in the file");
    assertThat(value("value")).isEqualTo(TestFiles.value(file));
    assertThat(value("range")).isEqualTo("bytes=" + LENGTH + "-");
    browser.run("history.go(-1)");
    console.awaitText("#answer", "200");
  }

  @Test
  void refusalIsExplainedFromItsRow() throws Exception {
    play("sendfile:files:none-to-explain").hasStatus(404);
    console.own("files.xhtml?since=1h");
    console.click("[aria-label='Explain files:none-to-explain']");
    console.awaitText("#answer", "refused: missing");
    assertThat(value("value")).isEqualTo("files:none-to-explain");
    assertThat(value("application")).isEqualTo("it");
    assertThat(browser.run("return location.search")).asString().contains("since=1h");
    browser.viewport(1280, 800);
    browser.screenshot("files");
    browser.viewport(390, 844);
    browser.screenshot("files-phone");
    browser.run("scrollTo(0, 700)");
    browser.screenshot("files-phone-2");
    browser.viewport(1280, 800);
  }

  @Test
  void refusalsAreListedAsTheyAreCounted() throws Exception {
    console.own("files.xhtml");
    play("sendfile:files:none-while-open").hasStatus(404);
    console.awaitText(TABLE, "files:none-while-open");
  }

  @Test
  void reasonsLeadToTheirRefusals() throws Exception {
    // More often than any that other scenarios have left.
    for (int i = 0; i < 12; i++) {
      play("sendfile:files:often").hasStatus(404);
    }
    play("sendfile:files:a%zz").hasStatus(500);
    play("sendfile:files:once").hasStatus(404);
    console.own("files.xhtml");
    assertThat(browser.text(TABLE)).contains("often", "a%zz", "once");
    console.click("[data-reason=missing]");
    Await.until("only these", Console.SOON, () -> !browser.text(TABLE).contains("a%zz"));
    assertThat(browser.text(TABLE)).contains("often", "once");
    assertThat(browser.run("return location.search")).asString().contains("reason=missing");
    assertThat(browser.count("[data-reason=missing][aria-current]")).isEqualTo(1);

    console.click(TABLE + "\\:number");
    Await.until(
        "sorted", Console.SOON, () -> browser.count(TABLE + "\\:number[aria-sort=ascending]") == 1);
    console.click(TABLE + "\\:number");
    String first = TABLE + " tbody tr:first-child";
    console.awaitText(first, "often");
    console.awaitText(first, "first ");
    String before = browser.text("[data-reason=missing]");
    play("sendfile:files:once-more").hasStatus(404);
    Await.until(
        "another number",
        Console.SOON,
        () -> !browser.text("[data-reason=missing]").equals(before));
    console.awaitText(first, "often");
  }

  @Test
  void rootsHaveTheirFoldersAndFigures() throws Exception {
    Path folder = TestFiles.folder().resolveSibling("absent");
    server.command("create-sendfile-root", "--path", folder.toString(), "absent");
    try {
      console.own("files.xhtml");
      assertThat(browser.text(ROOTS))
          .contains(TestFiles.folder().toString(), "present", folder.toString(), "missing: ");
      play(sendfile(file)).hasStatus(200);
      Await.until(
          "a rate",
          Console.SOON,
          () -> browser.text(ROOTS).matches("(?s).*present\\s+[1-9][0-9.]* [kM]B/s.*"));
      browser.run("document.getElementById('rootsTitle').scrollIntoView()");
      browser.screenshot("files-roots");
      console.click("[aria-label='Edit absent']");
      console.awaitOwn("configuration.xhtml?config=server-config#ROOT-title");
    } finally {
      server.command("delete-sendfile-root", "absent");
    }
  }
}
