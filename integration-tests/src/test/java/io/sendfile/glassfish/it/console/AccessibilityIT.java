package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** Pages for everybody: by keyboard, by screen reader, on a phone, in dark mode. */
@Timeout(240)
@Release
class AccessibilityIT extends ConsoleScenario {
  private static final String TABLE = "#running\\:table";
  private static final String CANCEL = "[data-dialog=cancelDialog]";

  /** Whether no part of the page fades in or out, and none waits for a response. */
  private static final String AT_REST =
      """
      return PrimeFaces.ajax.Queue.isEmpty() && !document.querySelector('.ui-state-loading')
          && document.getAnimations().every((animation) => animation.playState !== 'running');
      """;

  /** Seconds for two rounds of 0.4 s and their set-up, on a busy machine. */
  /** Names of the elements that a keyboard must reach and has not yet. */
  private static final String LEFT_OUT =
      """
      const name = (control) => control.id || control.textContent.trim() || control.ariaLabel;
      return [...document.querySelectorAll(
          'a[href], button:not([tabindex="-1"]), input:not([type=hidden]), select, summary, [tabindex="0"]')]
        .filter((control) => control.checkVisibility({visibilityProperty: true}))
        .map(name)
        .filter((control) => !window.seen.has(control));
      """;

  /** Records the focused element; returns faults in the way its focus is shown. */
  private static final String SEEN =
      """
      const control = document.activeElement;
      window.seen ??= new Set();
      window.seen.add(control.id || control.textContent.trim() || control.ariaLabel);
      const style = getComputedStyle(control);
      const shown = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
      return shown || control === document.body ? '' : control.outerHTML;
      """;

  private final Path file = TestFiles.ofLength(20 << 20);
  private RawConnection running;

  @BeforeEach
  void page() throws IOException {
    console.page("now.jsf");
    configure("stall-timeout-seconds", "600");
    running = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    running.send(RawConnection.get(Play.steps(sendfile(file))));
    assertThat(running.head().status()).isEqualTo(200);
  }

  @AfterEach
  void end() throws IOException {
    running.close();
  }

  private void live() {
    console.own("now.xhtml");
    browser.viewport(1280, 900);
    console.awaitText(TABLE, TestFiles.value(file));
  }

  /** In light and dark mode and in colours of the user, on a screen and on a phone. */
  private void assertNoFaults(String state) throws IOException {
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      for (int width : new int[] {1280, 1024, 390}) {
        assertNoFaults(state + (dark ? "-dark" : ""), width);
      }
    }
    browser.forceColours();
    assertNoFaults(state + "-forced", 1280);
    browser.dark(false);
    browser.viewport(1280, 900);
  }

  private void assertNoFaults(String state, int width) throws IOException {
    browser.viewport(width, 800);
    Await.until(
        "the page is at rest", Console.SOON, () -> Boolean.TRUE.equals(browser.run(AT_REST)));
    browser.screenshot(state + "-" + width);
    assertThat(console.faults()).as("%s at %d", state, width).isEmpty();
  }

  private boolean isOpen(String dialog) {
    return Boolean.TRUE.equals(browser.run("return PF('" + dialog + "').isVisible()"));
  }

  private void awaitOpen(String dialog) {
    Await.until(dialog, Console.SOON, () -> isOpen(dialog));
  }

  private String focused() {
    return String.valueOf(browser.run("return document.activeElement.id"));
  }

  @Test
  void livePageIsForEverybody() throws Exception {
    live();
    assertNoFaults("live");
    browser.choose("#running\\:group", "client");
    console.awaitText("#running\\:groups", "127.0.0.1");
    assertNoFaults("live-groups");
    browser.choose("#running\\:group", "none");
    console.awaitText(TABLE, TestFiles.value(file));
    assertThat(browser.run("return document.querySelector('canvas').getAttribute('aria-label')"))
        .asString()
        .matches("Throughput, the last \\d+ min\\. Sent: now \\d.*B/s, peak \\d.*B/s\\.");
    console.click(TABLE + " [data-dialog=cancelDialog]");
    awaitOpen("cancelDialog");
    assertNoFaults("live-cancel");
    browser.press(Keys.ESCAPE);
    console.click(TABLE + " [data-dialog=rateDialog]");
    awaitOpen("rateDialog");
    browser.type("#rateForm\\:rate", "-5");
    console.click("#rateForm\\:yes");
    console.awaitText("#rateForm .ui-message-error", "0");
    assertNoFaults("live-rate");
  }

  @Test
  void filesAreForEverybody() throws Exception {
    console.own("files.xhtml");
    browser.type("#value", TestFiles.value(file));
    console.click("#ask");
    console.awaitText("#answer", "200");
    assertNoFaults("files");
    assertReachedByTab();
  }

  @Test
  void pastIsForEverybody() throws Exception {
    // Tables with several pages.
    for (int i = 0; i < 30; i++) {
      play("sendfile:files:none-" + i).hasStatus(404);
      play(sendfile(TestFiles.ofLength(64 << 10))).hasStatus(200);
    }
    play(sendfile(file)).hasStatus(200).isFile(file);
    console.own("past.xhtml?file=*");
    console.awaitText("#list\\:ended", TestFiles.value(file));
    console.click("#list\\:ended .ui-row-toggler");
    console.awaitText("#list\\:ended", server.httpListener());
    assertNoFaults("past-ended");
    assertReachedByTab();
    console.click("#columns");
    console.awaitText(".ui-columntoggler", "Average");
    assertNoFaults("past-columns");
    console.own("past.xhtml?reason=*");
    assertNoFaults("past-refused");
    console.own("past.xhtml?show=changes");
    assertNoFaults("past-changes");
  }

  @Test
  void configurationIsForEverybody() throws Exception {
    console.own("configuration.xhtml");
    assertNoFaults("configuration-folded");
    console.unfold();
    browser.type("[aria-label='range-limit']", "many");
    console.awaitText("#settings .ui-message-error", "range-limit must be");
    browser.type("[aria-label='burst-bytes']", "4096");
    console.awaitText("#settings\\:changes", "burst-bytes");
    assertNoFaults("configuration");
  }

  @Test
  void dialogsOfTheConfigurationAreForEverybody() throws Exception {
    console.own("configuration.xhtml");
    console.unfold();
    console.click("#items\\:kinds\\:0\\:add");
    awaitOpen("editDialog");
    console.click("#edit\\:save");
    console.awaitText("#edit .ui-message-error", "A name is needed");
    assertNoFaults("configuration-root");
    browser.press(Keys.ESCAPE);
    console.click("[aria-label='Delete " + TestFiles.ROOT + "']");
    awaitOpen("deleteDialog");
    assertNoFaults("configuration-delete");
    browser.press(Keys.ESCAPE);
    console.click("[aria-label='Edit " + server.httpListener() + "']");
    awaitOpen("editDialog");
    console.awaitText("#editTitle", "listener " + server.httpListener());
    assertNoFaults("configuration-listener");
    browser.press(Keys.ESCAPE);
    console.click("[aria-label='Edit links']");
    awaitOpen("editDialog");
    console.awaitText("#edit", "secrets of signatures");
    assertNoFaults("configuration-plug-in");
  }

  @Test
  void serverIsForEverybody() throws Exception {
    console.own("server.xhtml");
    assertReachedByTab();
    assertNoFaults("server");
  }

  /** The console has no dark mode; a window of its own follows the system. */
  @Test
  void pageInTheConsoleIsAsLightAsTheConsole() throws Exception {
    browser.dark(true);
    assertThat(background()).isEqualTo("rgb(244, 246, 248)");
    console.awaitText("[data-figure=active]", "1");
    browser.screenshot("dark-in-the-console");
    console.own("now.xhtml");
    assertThat(background()).isEqualTo("rgb(20, 24, 29)");
  }

  private String background() {
    return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
  }

  @Test
  void eachControlIsReachedByTabAndShowsIt() {
    live();
    assertReachedByTab();
    console.own("configuration.xhtml");
    assertReachedByTab();
    console.unfold();
    assertReachedByTab();
  }

  private void assertReachedByTab() {
    browser.run("window.seen = new Set()");
    int controls = ((List<?>) browser.run(LEFT_OUT)).size();
    assertThat(controls).isGreaterThan(10);
    for (int i = 0; i < controls + 2; i++) {
      browser.press(Keys.TAB);
      assertThat(browser.run(SEEN)).as("it does not show its focus").isEqualTo("");
    }
    assertThat((List<?>) browser.run(LEFT_OUT)).as("not reached").isEmpty();
  }

  @Test
  void dialogKeepsTheFocusAndGivesItBack() {
    live();
    String button =
        String.valueOf(browser.run("return document.querySelector('" + CANCEL + "').id"));
    browser.run("document.getElementById(arguments[0]).focus()", button);
    browser.press(Keys.ENTER);
    awaitOpen("cancelDialog");
    Await.until("the harmless answer", Console.SOON, () -> focused().equals("cancelForm:no"));
    for (int i = 0; i < 10; i++) {
      if (i < 5) {
        browser.press(Keys.TAB);
      } else {
        browser.pressWithShift(Keys.TAB);
      }
      assertThat(browser.run("return !!document.activeElement.closest('.ui-dialog')"))
          .isEqualTo(true);
    }
    // The table is redrawn all the time; the button is another one then.
    browser.run("document.getElementById(arguments[0]).dataset.old = ''", button);
    Await.until(
        "another button",
        Console.SOON,
        () -> browser.count("#" + button + "[data-old]") == 0 && browser.count("#" + button) == 1);
    browser.press(Keys.ESCAPE);
    Await.until("its button has the focus", Console.SOON, () -> focused().equals(button));
    assertThat(isOpen("cancelDialog")).isFalse();
    assertThat(browser.text(TABLE)).contains(TestFiles.value(file));
  }

  @Test
  void savedDialogGivesTheFocusBack() {
    console.own("configuration.xhtml");
    console.unfold();
    String edit = "[aria-label='Edit " + TestFiles.ROOT + "']";
    String button =
        String.valueOf(browser.run("return document.querySelector(arguments[0]).id", edit));
    browser.run("document.getElementById(arguments[0]).focus()", button);
    browser.press(Keys.ENTER);
    awaitOpen("editDialog");
    console.click("#edit\\:save");
    console.awaitText("#messages", "Nothing is changed.");
    Await.until("its button has the focus", Console.SOON, () -> focused().equals(button));
    assertThat(isOpen("editDialog")).isFalse();
  }
}
