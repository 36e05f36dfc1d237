package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Names that would run as a script or an expression, reorder a line, or break the page: they are
 * shown as text everywhere, with nothing hidden. A script that ran would open an alert, which fails
 * the browser's next command.
 */
@Timeout(300)
class HostileNamesIT extends ConsoleScenario {
  private static final String TABLE = "#running\\:table";
  private static final String IMAGE = "\"><img src=x onerror=alert(1)>'";

  /** An application's own id may have no space. */
  private static final String ID = "\"><img/src=x/onerror=alert(1)>'";

  private static final String LONG = "x".repeat(240) + ".bin";

  /** With a slash: that file is in a folder. */
  private static final String SCRIPT = "<script>alert(1)</script>";

  /** Hostile text in a file's name. */
  private static final List<String> NAMES =
      List.of(
          SCRIPT,
          IMAGE + ".bin",
          "#{1+1}${2+2}#{target.name}.bin",
          "invoice\u202egpj.exe",
          "zero\u200bwidth\u2066isolate.bin",
          "\u05e9\u05dc\u05d5\u05dd.pdf",
          LONG);

  /** Expected text on the page: characters that reorder or hide are spelt out. */
  private static String shown(String name) {
    StringBuilder shown = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              if (Character.getType(c) == Character.FORMAT || Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The step that hands off the file with this name. */
  private static String handOff(String name) {
    return "sendfile:" + TestFiles.ROOT + ":" + encoded(name).replace("%2F", "/");
  }

  private static void make(String name) throws IOException {
    Path file = TestFiles.folder().resolve(name);
    Files.createDirectories(file.getParent());
    if (!Files.exists(file)) {
      Files.createLink(file, TestFiles.ofLength(20 << 20));
    }
  }

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
  void areTextInRefusalsAndInWhatIsExplained() throws Exception {
    List<String> refused = new ArrayList<>(NAMES);
    refused.add("bell\u0007.bin");
    for (String name : refused) {
      play(handOff("missing/" + name)).leaksNothing();
    }
    console.own("files.xhtml");
    assertThat(browser.text("#refusals"))
        .contains(NAMES.stream().map(name -> "missing/" + shown(name)).toList())
        .contains("bell")
        .doesNotContain("\u202e", "\u200b", "\u0007");
    isHarmless("#refusals");
    browser.run("document.getElementById('refusals').scrollIntoView()");
    browser.screenshot("hostile-refusals");
    for (String name : NAMES) {
      console.own("files.xhtml?value=" + encoded(TestFiles.ROOT + ":missing/" + name));
      browser.run("document.querySelector('#answer details').open = true");
      assertThat(browser.text("#answer")).contains("missing/" + shown(name));
      isHarmless("#answer");
    }
    browser.screenshot("hostile-explained");
  }

  @Test
  void areTextWhenRefusedAsNamesOfElements() throws Exception {
    console.own("configuration.xhtml");
    for (int kind : new int[] {0, 2}) {
      console.click("#items\\:kinds\\:" + kind + "\\:add");
      console.awaitText("#editTitle", "A new ");
      browser.type("#edit\\:name", IMAGE + "#{1+1}");
      console.click("#edit\\:save");
      console.awaitText("#edit", "(found \"" + IMAGE + "#{1+1}\")");
      assertThat(browser.count("#edit img")).isZero();
      browser.screenshot("hostile-element-" + kind);
      browser.click("#edit .ui-button-secondary");
      Await.until("the dialog is gone", Console.SOON, () -> browser.text("#edit").isEmpty());
    }
  }

  /** Malicious links sent to an administrator. */
  @Test
  void areTextInTheAddress() throws Exception {
    String name = "\"><script>alert(1)</script>#{1+1}";
    console.page("configuration.jsf?configName=" + encoded(name));
    // The console escapes parameters, and so does Faces.
    console.awaitText("main", "#{1+1}");
    assertThat(browser.count("main :is(img, .hint script, .alert script)")).isZero();
    browser.open(console.uri("/sendfile-app/now.xhtml?x=" + encoded(name)));
    console.awaitText("h1", "Sendfile");
    for (String parameter : new String[] {"value", "application", "range", "reason", "since"}) {
      console.own("files.xhtml?" + parameter + "=" + encoded(name));
      assertThat(browser.count("main :is(img, script[src*=alert])")).as(parameter).isZero();
      fitsTheWindow();
    }
    browser.open(console.uri("/sendfile-app/" + encoded(IMAGE) + ".xhtml"));
    assertThat(browser.text("body")).contains("An error occurred").doesNotContain("img");
  }
}
