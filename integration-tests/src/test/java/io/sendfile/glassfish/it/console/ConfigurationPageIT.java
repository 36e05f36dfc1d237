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

/** The page with the settings; asadmin sees its effects. */
@Timeout(240)
class ConfigurationPageIT extends ConsoleScenario {
  private static final String LEAVE =
      """
      const event = new Event('beforeunload', {cancelable: true});
      dispatchEvent(event);
      return event.defaultPrevented;
      """;

  @BeforeEach
  void page() {
    console.own("configuration.xhtml");
  }

  private static String field(String name) {
    return "[aria-label='" + name + "']";
  }

  private boolean isShown(String name) {
    return Boolean.TRUE.equals(
        browser.run("return document.querySelector(arguments[0]).checkVisibility()", field(name)));
  }

  private String value(String attribute) {
    return server
        .command("get", "configs.config.server-config.sendfile-config." + attribute)
        .replaceAll("(?s).*" + attribute + "=([^\\r\\n]*).*", "$1");
  }

  @Test
  void changedValuesAreShownAndSavedTogether() throws Exception {
    configure("burst-bytes", "0", "algorithm", "adaptive");
    console.click("#group-WORKERS > summary");
    browser.type(field("burst-bytes"), "4Ki");
    console.awaitText("#settings\\:changes", "burst-bytes is 4096 (4 KiB), was 0");
    assertThat(browser.run(LEAVE)).as("whether leaving asks").isEqualTo(true);
    browser.choose(field("algorithm"), "equal-blocking");
    console.awaitText("#settings\\:changes", "algorithm is equal-blocking, was adaptive");
    assertThat(value("burst-bytes")).as("not saved yet").isEqualTo("0");
    browser.screenshot("configuration-changes");
    console.click("#settings\\:save");
    console.awaitText("#messages", "burst-bytes is 4096 (4 KiB), was 0");
    assertThat(value("burst-bytes")).isEqualTo("4096");
    assertThat(value("algorithm")).isEqualTo("equal-blocking");
    assertThat(browser.text("#settings\\:changes")).isEmpty();
    assertThat(browser.run(LEAVE)).as("whether leaving asks").isEqualTo(false);
    assertThat(isShown("burst-bytes")).as("unfolded when it was redrawn").isTrue();
    console.awaitText("#group-WORKERS > summary", "2 differ algorithm, burst-bytes");
  }

  @Test
  void tabLeadsFromAChangedValueToTheButtonThatSavesIt() {
    browser.type("#search", "burst-bytes");
    console.awaitText("#found", "1 found");
    browser.type(field("burst-bytes"), "4096");
    console.awaitText("#settings\\:changes", "burst-bytes is 4096");
    Await.until(
        "the button has the focus",
        Console.SOON,
        () -> "settings:save".equals(browser.run("return document.activeElement.id")));
  }

  @Test
  void searchShowsTheSettingsWithItsWordsAndIsAStepOfTheHistory() throws Exception {
    browser.screenshot("configuration-folded");
    assertThat(isShown("etag")).isFalse();
    browser.type("#search", "memory hold");
    console.awaitText("#found", "1 found");
    assertThat(isShown("max-buffered-bytes")).isTrue();
    assertThat(browser.run("return location.search")).isEqualTo("?search=memory+hold");
    browser.type("#search", "-rate-bytes");
    console.awaitText("#found", "3 found");
    browser.screenshot("configuration-search");
    browser.run("history.back()");
    console.awaitText("#found", "1 found");
    assertThat(browser.run("return document.getElementById('search').value"))
        .isEqualTo("memory hold");
    browser.run("history.back()");
    Await.until("all are folded", Console.SOON, () -> browser.text("#found").isEmpty());
    assertThat(isShown("max-buffered-bytes")).isFalse();
  }

  @Test
  void otherWordsForLimitsLeadToThem() throws Exception {
    for (String word : List.of("bandwidth", "throttle", "speed", "keep out", "block", "ban")) {
      browser.type("#search", word);
      console.awaitText("#found", "5 found");
      assertThat(isShown("total-rate-bytes-per-second")).as(word).isTrue();
      assertThat(browser.count("[data-name='no limit']:not([hidden])")).as(word).isEqualTo(1);
    }
  }

  @Test
  void wordsOfGroupsAddressesAndOwnValuesLeadToThem() throws Exception {
    server.command(
        "create-sendfile-root",
        "--path",
        TestFiles.folder().toString(),
        "--applications",
        "accounts",
        "by-value");
    try {
      console.own("configuration.xhtml");
      browser.type("#search", "slow");
      Await.until("all of its group", Console.SOON, () -> isShown("max-duration-seconds"));
      browser.type("#search", "ip address");
      Await.until("who is a client", Console.SOON, () -> isShown("client-identity"));
      assertThat(browser.count("[data-name='no limit']:not([hidden])")).isEqualTo(1);
      assertThat(browser.run("return document.getElementById('past').href"))
          .asString()
          .endsWith("words=ip+address");
      browser.type("#search", "accounts");
      console.awaitText("#found", "1 found");
      console.awaitText("#ROOT tbody", "applications=accounts");
      browser.screenshot("configuration-values-found");
      console.click("#past");
      console.awaitText("#list\\:changes", "sendfile-root by-value: created with");
      // There may be a problem of its own: no such application is deployed.
      assertThat(
              browser.run(
                  "return [...document.querySelectorAll('#list\\\\:changes tbody tr[data-ri]')]"
                      + ".every(row => row.textContent.includes('accounts'))"))
          .isEqualTo(true);
      browser.screenshot("past-changes-found");
    } finally {
      server.command("delete-sendfile-root", "by-value");
    }
  }

  @Test
  void linkToASettingUnfoldsAndFocusesItAlone() throws Exception {
    // Others mention it.
    console.own("configuration.xhtml?search=max-buffered-bytes");
    console.awaitText("#found", "1 found");
    assertThat(browser.run("return document.activeElement.ariaLabel"))
        .isEqualTo("max-buffered-bytes");
    browser.type("#search", Keys.BACK_SPACE.toString());
    assertThat(isShown("max-buffered-bytes")).isFalse();
    console.own("configuration.xhtml?search=root+" + TestFiles.ROOT);
    console.awaitText("#ROOT tbody", TestFiles.ROOT);
    assertThat(browser.run("return document.activeElement.ariaLabel"))
        .isEqualTo("Edit " + TestFiles.ROOT);
    browser.screenshot("configuration-root-found");
  }

  @Test
  void partsOfThePageAreOnTheFirstScreenWithTheirActionsInOneColumn() throws Exception {
    browser.viewport(1280, 800);
    browser.run("document.getElementById('problems').remove()");
    console.awaitInView("#lastChanges > summary");
    browser.screenshot("configuration-parts");
    console.unfold();
    assertThat(
            (List<?>)
                browser.run(
                    "return [...new Set([...document.querySelectorAll('#items .actions"
                        + " button:first-child')].map(button =>"
                        + " button.getBoundingClientRect().left))]"))
        .hasSize(1);
  }

  @Test
  void ownValuesAreMarkedSiftedAndReset() throws Exception {
    configure("range-limit", "20");
    console.own("configuration.xhtml");
    console.awaitText("#group-RESPONSES > summary", "1 differs range-limit");
    console.click("#onlyOwn");
    console.awaitText(".setting.own", "range-limit");
    assertThat(browser.text("#settings")).contains("differs");
    assertThat(isShown("etag")).isFalse();
    assertThat(browser.run("return location.search")).isEqualTo("?differs=true");
    browser.screenshot("configuration-differs");
    console.click("[aria-label='Reset range-limit']");
    console.awaitText("#settings\\:changes", "range-limit is 256, was 20");
    console.awaitText("#history\\:log", "range-limit is 20, was 256");
  }

  @Test
  void changeIsTakenBack() throws Exception {
    configure("range-limit", "20");
    console.own("configuration.xhtml");
    console.unfold();
    console.click("[aria-label='Undo sendfile-config: range-limit is 20, was 256']");
    console.awaitText("#undo", "range-limit is 20, was 256");
    assertThat(browser.text("#undo")).contains("It sets range-limit back to 256.");
    browser.screenshot("configuration-undo");
    console.click("#undo\\:yes");
    console.awaitText("#messages", "range-limit is 256, was 20");
    console.awaitText("#history\\:log", "range-limit is 256, was 20");
    assertThat(value("range-limit")).isEqualTo("256");
  }

  @Test
  void lastChangesAreWholeOnAPhone() throws Exception {
    configure("range-limit", "20");
    console.own("configuration.xhtml");
    browser.viewport(390, 844);
    browser.run("document.getElementById('problems').remove()");
    assertThat(
            browser.run(
                "const {scrollWidth, clientWidth} = document.querySelector('#lastChanges > summary');"
                    + " return scrollWidth <= clientWidth"))
        .as("its line is whole")
        .isEqualTo(true);
    console.click("#lastChanges > summary");
    assertThat(console.misplaced(390)).isEmpty();
    assertThat(
            browser.run(
                "const {scrollWidth, clientWidth} = document.querySelector('#lastChanges .scroll');"
                    + " return scrollWidth <= clientWidth"))
        .as("nothing is out of sight")
        .isEqualTo(true);
    browser.screenshot("configuration-log-phone");
  }

  @Test
  void limitIsTakenBackAndMadeAgain() {
    server.command("create-sendfile-limit", "--client", "192.0.2.77", "--rate", "0", "undone");
    try {
      console.own("configuration.xhtml");
      console.unfold();
      takeBack("sendfile-limit undone: created with", "It deletes the limit undone.");
      console.awaitText("#history\\:log", "sendfile-limit undone: deleted, had");
      assertThat(server.command("list-sendfile-limits")).doesNotContain("undone");
      takeBack("sendfile-limit undone: deleted", "It creates the limit undone again.");
      console.awaitText("#messages", "Client 192.0.2.77 is kept out; limit undone.");
      assertThat(server.command("list-sendfile-limits")).contains("undone", "192.0.2.77");
      assertThat(browser.text("#history\\:log")).contains("changed again at ");
    } finally {
      server.command("delete-sendfile-limit", "undone");
    }
  }

  @Test
  void limitThatIsReplacedIsOneChange() {
    server.command("create-sendfile-limit", "--client", "192.0.2.77", "--rate", "5k", "undone");
    try {
      server.command(
          "create-sendfile-limit",
          "--client",
          "192.0.2.77",
          "--rate",
          "0",
          "--until",
          "1h",
          "--force",
          "true",
          "undone");
      console.own("configuration.xhtml");
      console.unfold();
      assertThat(browser.text("#history\\:log tbody"))
          .containsOnlyOnce("sendfile-limit undone: changed from client=192.0.2.77, rate=5000 to");
      takeBack(
          "sendfile-limit undone: changed",
          "It sets the limit undone back to client 192.0.2.77, rate 5000 (5 kB/s).");
      assertThat(value("sendfile-limit.undone.rate")).isEqualTo("5000");
    } finally {
      server.command("delete-sendfile-limit", "undone");
    }
  }

  private void takeBack(String change, String words) {
    console.click("[aria-label^='Undo " + change + "']");
    console.awaitText("#undo", words);
    console.click("#undo\\:yes");
    Await.until(
        "the dialog closes",
        Console.SOON,
        () ->
            Boolean.FALSE.equals(
                browser.run("return document.getElementById('undo:yes').checkVisibility()")));
  }

  /** The console removes the frame when another of its pages is opened. */
  @Test
  void consoleAsksBeforeItTakesUnsavedChangesAway() {
    console.page("configuration.jsf");
    browser.type("#search", "burst-bytes");
    browser.type(field("burst-bytes"), "4096");
    console.awaitText("#settings\\:changes", "burst-bytes is 4096 (4 KiB), was 0");
    browser.leaveFrame();
    browser.run("window.confirm = (question) => { window.asked = question; return false; }");
    console.click("#treeForm\\:tree\\:ct");
    assertThat(browser.run("return window.asked")).asString().contains("not saved");
    browser.enterFrame(Console.FRAME);
    console.awaitText("#settings\\:changes", "burst-bytes is 4096 (4 KiB), was 0");
    browser.leaveFrame();
    browser.run("window.confirm = () => true");
    console.click("#treeForm\\:tree\\:ct");
    Await.until("the common tasks", Console.SOON, () -> browser.count(Console.FRAME) == 0);
  }

  @Test
  void saveThatIsRefusedSaysSoWhereverThePageIsScrolledTo() throws Exception {
    console.unfold();
    browser.type(field("worker-threads"), "abc");
    console.awaitText("#settings", "worker-threads must be a whole number");
    browser.type(field("range-limit"), "20");
    console.awaitText("#settings\\:changes", "range-limit is 20, was 256");
    console.click("#group-WORKERS > summary");
    browser.type("#search", "etag");
    console.click("#settings\\:save");
    console.awaitText("#messages", "Nothing is saved.");
    console.awaitText("#messages", "worker-threads must be a whole number");
    console.awaitInView("#messages");
    console.awaitInView(field("worker-threads"));
    browser.screenshot("configuration-not-saved");
    assertThat(browser.run("return document.activeElement.ariaLabel")).isEqualTo("worker-threads");
    assertThat(value("range-limit")).isEqualTo("256");
  }

  @Test
  void limitThatNoRowLeadsToIsMadeChangedAndDeleted() throws Exception {
    try {
      console.click("#items\\:kinds\\:3\\:limit");
      Await.until(
          "the dialog",
          Console.SOON,
          () -> Boolean.TRUE.equals(browser.run("return PF('limitDialog').isVisible()")));
      browser.type("#limitForm " + field("client"), "2001:db8::/48" + Keys.TAB);
      browser.type("#limitForm " + field("rate"), "lots" + Keys.TAB);
      console.awaitText("#limitForm .ui-message-error", "where 0 keeps out, or empty");
      browser.type("#limitForm " + field("rate"), "500k" + Keys.TAB);
      console.awaitText("#limitForm", "500 kB/s");
      browser.type("#limitForm " + field("transfers"), "20" + Keys.TAB);
      browser.screenshot("configuration-limit");
      browser.type("#limitForm " + field("transfers"), "20" + Keys.ENTER);
      console.awaitText("#messages", "/48: 500 kB/s together and 20 transfers at a time");
      console.unfold();
      console.awaitText("#LIMIT tbody", "2001:db8::/48");

      console.click("[aria-label='Edit client-2001-db8-48']");
      console.awaitText(
          "#limitForm\\:replaced", "It replaces limit client-2001-db8-48: rate 500000");
      assertThat(
              browser.run(
                  "return document.querySelector(arguments[0]).value",
                  "#limitForm " + field("rate")))
          .isEqualTo("500000");
      browser.screenshot("configuration-limit-replaced");
      browser.type("#limitForm " + field("application"), "it" + Keys.TAB);
      console.click("#limitForm\\:out");
      console.awaitText("#messages", "/48 with application it is kept out until 2");
      console.awaitText("#LIMIT tbody", "0 (keeps out)");
      assertThat(server.command("list-sendfile-limits")).containsPattern("2001:db8::/48 +it ");

      console.click("[aria-label='Delete client-2001-db8-48']");
      console.awaitText("#delete", "Downloads of client 2001:db8::/48, application it");
      console.click("#delete\\:yes");
      console.awaitText("#messages", "Limit client-2001-db8-48 is deleted");
    } finally {
      if (server.command("list-sendfile-limits").contains("client-2001-db8-48")) {
        server.command("delete-sendfile-limit", "client-2001-db8-48");
      }
    }
  }

  @Test
  void limitOnWhatIsNotThereIsAskedAboutBeforeItIsMade() throws Exception {
    try {
      console.click("#items\\:kinds\\:3\\:limit");
      Await.until(
          "the dialog",
          Console.SOON,
          () -> Boolean.TRUE.equals(browser.run("return PF('limitDialog').isVisible()")));
      browser.type("#limitForm " + field("application"), "shpo" + Keys.TAB);
      browser.type("#limitForm " + field("rate"), "500k" + Keys.TAB);
      console.click("#limitForm\\:out");
      console.awaitText("#limitForm .alert", "application shpo is not deployed; there are ");
      console.awaitInView("#limitForm .alert");
      console.awaitText("#limitForm\\:yes", "Limit nevertheless");
      Await.until(
          "the focus is at the harmless answer",
          Console.SOON,
          () -> "limitForm:leave".equals(browser.run("return document.activeElement.id")));
      browser.screenshot("configuration-limit-asked");
      assertThat(server.command("list-sendfile-limits")).doesNotContain("shpo");
      console.click("#limitForm\\:yes");
      console.awaitText("#messages .ui-messages-warn", "application shpo is not deployed");
      assertThat(server.command("list-sendfile-limits")).contains("shpo");
    } finally {
      if (server.command("list-sendfile-limits").contains("application-shpo")) {
        server.command("delete-sendfile-limit", "application-shpo");
      }
    }
  }

  @Test
  void tablesAreCardsOnAPhone() throws Exception {
    server.command(
        "create-sendfile-limit",
        "--client",
        "2001:db8::7",
        "--rate",
        "5k",
        "--until",
        "1h",
        "on-a-phone");
    // Its problem stands beside the links of exports, where a line has less room.
    String absent = "a_root_whose_name_fills_most_of_a_line";
    String nowhere = TestFiles.folder().resolve("nowhere").toString();
    server.command("create-sendfile-root", "--path", nowhere, absent);
    try {
      console.own("configuration.xhtml");
      console.unfold();
      assertThat(browser.text(".problems")).contains(absent);
      assertThat(console.misplaced(390)).isEmpty();
      assertThat(
              browser.run(
                  "return [...document.querySelectorAll('#items .scroll')].filter(list =>"
                      + " list.scrollWidth > list.clientWidth).map(list => list.innerText)"))
          .as("tables that scroll sideways")
          .isEqualTo(List.of());
      browser.run("document.getElementById('LIMIT').scrollIntoView()");
      browser.screenshot("configuration-phone");
      assertThat(
              browser.run(
                  "return getComputedStyle(document.querySelector('#LIMIT td:nth-child(5)'),"
                      + " '::before').content"))
          .isEqualTo("\"rate\"");
    } finally {
      server.command("delete-sendfile-root", absent);
      server.command("delete-sendfile-limit", "on-a-phone");
    }
  }

  @Test
  void rootIsMadeChangedAndDeleted() throws Exception {
    Path made = TestFiles.folder();
    console.click("#items\\:kinds\\:0\\:add");
    console.awaitText("#editTitle", "A new root");
    browser.type("#edit\\:name", "by-console");
    browser.type("#edit " + field("path"), "/" + Keys.TAB);
    browser.run("document.getElementById('edit:save').focus()");
    browser.press(Keys.ENTER);
    console.awaitText("#edit .alert", "the whole file system, with keys and passwords");
    console.awaitInView("#edit .alert");
    console.awaitText("#edit\\:save", "Save nevertheless");
    Await.until(
        "the harmless answer has the focus",
        Console.SOON,
        () -> "edit:goOn".equals(browser.run("return document.activeElement.id")));
    browser.screenshot("configuration-root-exposes");
    assertThat(server.command("list-sendfile-roots")).doesNotContain("by-console");
    browser.type("#edit " + field("path"), made.toString());
    browser.screenshot("configuration-root");
    console.click("#edit\\:save");
    console.awaitText("#messages", "Root by-console is in force");
    assertThat(server.command("list-sendfile-roots")).contains("by-console");

    console.click("#items\\:kinds\\:0\\:add");
    console.awaitText("#editTitle", "A new root");
    browser.type("#edit\\:name", "by-console");
    browser.type("#edit " + field("path"), made.toString());
    console.click("#edit\\:save");
    console.awaitText("#edit", "by-console");
    console.awaitText("#edit .ui-messages-error", "by-console");
    browser.screenshot("configuration-root-twice");
    assertThat(browser.run("return document.getElementById('edit:name').value"))
        .as("nothing that was typed is lost")
        .isEqualTo("by-console");
    browser.press(Keys.ESCAPE);

    console.click("#ROOT > summary");
    console.click("[aria-label='Edit by-console']");
    console.awaitText("#editTitle", "root by-console");
    browser.choose("#edit " + field("symlinks"), "none");
    console.click("#edit\\:save");
    console.awaitText("#messages", "symlinks is none, was inside-root");
    assertThat(browser.count("#messages .ui-messages-warn")).isZero();
    assertThat(value("sendfile-root.by-console.symlinks")).isEqualTo("none");

    console.click("[aria-label='Edit by-console']");
    console.awaitText("#editTitle", "root by-console");
    String missing = made.resolve("missing").toString();
    browser.type("#edit " + field("path"), missing);
    console.click("#edit\\:save");
    console.awaitText("#edit .alert", missing + " is missing: the folder does not exist");
    browser.screenshot("configuration-root-asked");
    console.click("#edit\\:goOn");
    console.awaitText("#edit\\:save", "Save");
    assertThat(
            browser.run(
                "return document.querySelector(arguments[0]).value", "#edit " + field("path")))
        .isEqualTo(missing);
    assertThat(server.command("list-sendfile-roots", "--long", "true")).doesNotContain(missing);
    console.click("#edit\\:save");
    console.awaitText("#edit\\:save", "Save nevertheless");
    console.click("#edit\\:save");
    console.awaitText("#messages .ui-messages-warn", "missing");
    console.awaitText("#items .warns", "missing");
    console.awaitInView("#messages");
    browser.screenshot("configuration-missing-folder");

    console.click("[aria-label='Delete by-console']");
    console.awaitText("#delete", "by-console");
    console.click("#delete\\:yes");
    console.awaitText("#messages", "Root by-console is deleted");
    assertThat(server.command("list-sendfile-roots")).doesNotContain("by-console");
  }
}
