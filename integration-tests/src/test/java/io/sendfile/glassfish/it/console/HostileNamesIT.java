package io.sendfile.glassfish.it.console;

import static io.sendfile.glassfish.it.console.HostileNames.LONG;
import static io.sendfile.glassfish.it.console.HostileNames.NAMES;
import static io.sendfile.glassfish.it.console.HostileNames.SCRIPT;
import static io.sendfile.glassfish.it.console.HostileNames.encoded;
import static io.sendfile.glassfish.it.console.HostileNames.handOff;
import static io.sendfile.glassfish.it.console.HostileNames.make;
import static io.sendfile.glassfish.it.console.HostileNames.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Hostile names in a browser: they are text in rows and dialogs, and break no page. A script that
 * ran would open an alert, which fails the browser's next command.
 */
@Timeout(300)
class HostileNamesIT extends ConsoleScenario {
  private static final String TABLE = "#running\\:table";

  /** An application's own id may have no space. */
  private static final String ID = "\"><img/src=x/onerror=alert(1)>'";

  private void isHarmless(String css) {
    assertThat(browser.count(css + " td :is(script, img, iframe)")).isZero();
    assertThat(browser.number("document.querySelector('h1').textContent.length"))
        .isEqualTo("Sendfile".length());
    fitsTheWindow();
  }

  private void fitsTheWindow() {
    assertThat(browser.number("document.documentElement.scrollWidth - innerWidth"))
        .as("pixels beyond the window")
        .isLessThanOrEqualTo(0);
  }

  @Test
  void areTextInTheTableOfTransfers() throws Exception {
    console.own("now.xhtml");
    List<RawConnection> running = new ArrayList<>();
    try {
      for (String name : NAMES) {
        make(name);
        RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
        running.add(connection);
        connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + ID, handOff(name))));
        assertThat(connection.head().status()).as(name).isEqualTo(200);
      }
      for (String name : NAMES) {
        console.awaitText(TABLE, TestFiles.ROOT + ":" + shown(name));
      }
      console.awaitText(TABLE, ID);
      isHarmless(TABLE);
      browser.screenshot("hostile-names");
      dialogShows(SCRIPT);
      dialogShows(LONG);
      browser.open(console.uri("/sendfile-app/now.xhtml"));
      browser.resize(500, 900);
      console.awaitText(TABLE, LONG);
      isHarmless(TABLE);
      browser.screenshot("hostile-names-phone");
    } finally {
      for (RawConnection connection : running) {
        connection.close();
      }
    }
  }

  private void dialogShows(String name) {
    console.click(
        "tr:has([data-name=\"" + TestFiles.ROOT + ":" + name + "\"]) [data-dialog=cancelDialog]");
    console.awaitText("#cancelForm", name);
    assertThat(
            browser.number(
                "document.getElementById('cancelForm').scrollWidth"
                    + " - document.getElementById('cancelForm').clientWidth"))
        .isLessThanOrEqualTo(0);
    console.click("#cancelForm .ui-button-secondary");
    Await.until("the dialog is gone", Console.SOON, () -> browser.text("#cancelForm").isEmpty());
  }

  @Test
  void fitTheWindowWhereTheyAreRefusedExplainedAndSearchedFor() throws Exception {
    for (String name : NAMES) {
      play(handOff("missing/" + name)).leaksNothing();
    }
    String missing = encoded(TestFiles.ROOT + ":missing/" + LONG);
    for (int width : new int[] {1280, 390}) {
      browser.viewport(width, 900);
      console.own("files.xhtml?value=" + missing + "&search=" + missing);
      browser.run("document.querySelector('#answer details').open = true");
      assertThat(browser.text("#answer")).contains(LONG);
      isHarmless("main");
      browser.screenshot("hostile-refusals-" + width);
      console.own("past.xhtml?show=refused&file=" + missing);
      fitsTheWindow();
      console.own("past.xhtml?show=refused");
      isHarmless("#list");
      browser.screenshot("hostile-past-" + width);
    }
  }
}
