package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page with the settings; what it does, asadmin sees. */
@Client(
    commands = {"chromium", "chromedriver"},
    packages = "chromium chromium-driver")
@Timeout(240)
class ConfigurationPageIT extends Scenario {
  private Console console;
  private Chromium browser;

  @BeforeEach
  void console() throws IOException {
    console = new Console(server.adminPort()).page("configuration.jsf");
    browser = console.browser();
  }

  @AfterEach
  void noConsole() {
    console.close();
  }

  private static String field(String name) {
    return "[aria-label='" + name + "']";
  }

  private String value(String attribute) {
    return server
        .command("get", "configs.config.server-config.sendfile-config." + attribute)
        .replaceAll("(?s).*" + attribute + "=([^\\r\\n]*).*", "$1");
  }

  @Test
  void changedValuesAreShownAndSavedTogether() throws Exception {
    configure("burst-bytes", "0", "algorithm", "adaptive");
    browser.type(field("burst-bytes"), "4096");
    console.awaitText("#settings\\:changes", "burst-bytes 0 → 4096");
    browser.choose(field("algorithm"), "equal-blocking");
    console.awaitText("#settings\\:changes", "algorithm adaptive → equal-blocking");
    assertThat(value("burst-bytes")).as("not saved yet").isEqualTo("0");
    browser.screenshot("configuration-changes");
    console.click("#settings\\:save");
    console.awaitText("#messages", "burst-bytes: 0 -> 4096");
    assertThat(value("burst-bytes")).isEqualTo("4096");
    assertThat(value("algorithm")).isEqualTo("equal-blocking");
    assertThat(browser.text("#settings\\:changes")).isEmpty();
  }

  @Test
  void wrongValueIsRefusedAtTheFieldInTheWordsOfAsadmin() throws Exception {
    browser.type(field("range-limit"), "many");
    console.awaitText(
        "#settings",
        "range-limit must be a whole number of byte ranges from 1 to 1000 (found \"many\")");
    browser.screenshot("configuration-wrong");
    assertThat(value("range-limit")).isEqualTo("16");
  }

  @Test
  void rootIsMadeChangedAndDeleted() throws Exception {
    Path made = TestFiles.folder();
    console.click("#items\\:kinds\\:0\\:add");
    console.awaitText("#edit", "A new root");
    browser.type("#edit\\:name", "by-console");
    browser.type("#edit " + field("path"), made.toString());
    browser.screenshot("configuration-root");
    console.click("#edit\\:save");
    console.awaitText("#messages", "Root by-console is in force");
    assertThat(server.command("list-sendfile-roots")).contains("by-console");

    console.click("[aria-label='Edit by-console']");
    console.awaitText("#edit", "root by-console");
    browser.choose("#edit " + field("symlinks"), "none");
    console.click("#edit\\:save");
    console.awaitText("#messages", "symlinks: inside-root -> none");
    assertThat(value("sendfile-root.by-console.symlinks")).isEqualTo("none");

    console.click("[aria-label='Delete by-console']");
    console.awaitText("#delete", "by-console");
    console.click("#delete\\:yes");
    console.awaitText("#messages", "Root by-console is gone");
    assertThat(server.command("list-sendfile-roots")).doesNotContain("by-console");
  }

  @Test
  void listenerIsGivenAValueOfItsOwn() throws Exception {
    console.click("[aria-label='Edit " + server.httpListener() + "']");
    console.awaitText("#edit", "listener " + server.httpListener());
    browser.choose("#edit " + field("zero-copy"), "false");
    console.click("#edit\\:save");
    console.awaitText("#messages", "zero-copy=false");
    console.awaitText("#items", "zero-copy=false");
    server.command("delete-sendfile-listener", server.httpListener());
  }
}
