package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The forms of the page with the settings; asadmin sees their effects. */
@Timeout(240)
class ConfigurationHtmlIT extends HtmlScenario {
  private static final String CHOSEN = "#items\\:chosen";
  private static final String EDIT = "#items\\:change";
  private static final String CHANGES = "#settings\\:changes";
  private static final String MESSAGES = "#messages";
  private static final String PAGE = "configuration.xhtml";
  private static final String SAVE = "#settings\\:save";
  private static final String SAVE_ELEMENT = "#edit\\:save";
  private static final String SETTINGS = "#settings";
  private static final int ROOTS = 15;
  private static final int MOST_BYTES = 450;

  private static String field(String name) {
    return "[aria-label='" + name + "']";
  }

  private String value(String attribute) {
    return server
        .command("get", "configs.config.server-config.sendfile-config." + attribute)
        .replaceAll("(?s).*" + attribute + "=([^\\r\\n]*).*", "$1");
  }

  @Test
  void valueOfSomebodyElseIsOverwrittenOnlyOnDemand() throws Exception {
    configure("stall-timeout-seconds", "60");
    Page changed = pages.open(PAGE).press(SETTINGS, field("stall-timeout-seconds"), "55");
    assertThat(changed.text(CHANGES)).contains("stall-timeout-seconds is 55, was 60");
    configure("stall-timeout-seconds", "44");
    Page asked = changed.press(SAVE);
    assertThat(asked.text(MESSAGES)).contains("it was 60 here, is 44 now, and would become 55");
    assertThat(value("stall-timeout-seconds")).isEqualTo("44");
    assertThat(asked.text(SAVE)).isEqualTo("Overwrite");
    assertThat(asked.press(SAVE).text(MESSAGES)).contains("stall-timeout-seconds is 55, was 44");
    assertThat(value("stall-timeout-seconds")).isEqualTo("55");
  }

  @Test
  void settingThatIsClearedToTheDefaultItHasIsNoChange() throws Exception {
    Page changed = pages.open(PAGE).press(SETTINGS, field("range-limit"), "20");
    assertThat(changed.text(CHANGES)).contains("range-limit is 20, was 256");
    assertThat(changed.press(SETTINGS, field("range-limit"), "").text(CHANGES)).isEmpty();
  }

  @Test
  void linksKeepTheConfigurationAndOneThatIsUnknownSaysSo() throws Exception {
    Page page = pages.open("configuration.xhtml?config=default-config");
    for (String name : new String[] {"Now", "Server", "Configuration"}) {
      page = page.follow("nav a:contains(" + name + ")");
      assertThat(page.text("nav [aria-current=page]")).isEqualTo(name);
    }
    assertThat(page.text("main")).contains("Configuration default-config");
    Page unknown = pages.open("configuration.xhtml?config=nonsense");
    assertThat(unknown.text("main")).contains("There is no configuration of this name");
    assertThat(unknown.count("main button, main form")).isZero();
    assertThat(unknown.follow("main a[href$='config=default-config']").text("main"))
        .contains("Configuration default-config");
  }

  @Test
  void wrongValueIsRefusedAtTheFieldInTheWordsOfAsadmin() throws Exception {
    Page refused = pages.open(PAGE).press(SETTINGS, field("range-limit"), "many");
    assertThat(refused.text(".setting:has(" + field("range-limit") + ")"))
        .contains(
            "range-limit must be a whole number of byte ranges from 1 to 1000 (found \"many\")");
    assertThat(value("range-limit")).isEqualTo("256");
  }

  @Test
  void propertiesOfAPlugInHaveTheirNamesAndValuesButSecrets() throws Exception {
    server.command(
        "set-sendfile-plugin", "--property", "keys=a=a secret of a good length", "links");
    try {
      Page edited = pages.open(PAGE).press(EDIT, CHOSEN, "plug-in links");
      assertThat(edited.value("#edit " + field("keys"))).isEqualTo("********");
      assertThat(edited.value("#edit " + field("origins"))).isEmpty();
      assertThat(edited.attribute("#edit " + field("keys"), "type")).isEqualTo("password");
      assertThat(edited.text("#edit"))
          .contains("secrets of signatures", "; needed", "; default /sendfile-links");
      Page saved =
          edited.press(SAVE_ELEMENT, "#edit " + field("origins"), "https://app.example.org");
      assertThat(saved.text(MESSAGES)).contains("Plug-in links is ready");
      assertThat(saved.text("#items")).contains("keys=********, origins=https://app.example.org");
      Page refused =
          saved
              .press(EDIT, CHOSEN, "plug-in links")
              .press(SAVE_ELEMENT, "#edit " + field("keys"), "********b");
      assertThat(refused.text("#edit")).contains("keys must be given whole");
    } finally {
      server.command("delete-sendfile-plugin", "links");
    }
  }

  /** There may be hundreds, and each change draws all anew. */
  @Test
  void rootTakesFewBytesOfThePage() throws Exception {
    try {
      // They are in the list of changes, too, until that is full.
      createRoots(0);
      int before = pages.open(PAGE).response().bodyAsBytes().length;
      createRoots(ROOTS);
      Page page = pages.open(PAGE);
      assertThat(page.text("#ROOT tbody")).contains(root(0), root(2 * ROOTS - 1));
      assertThat((page.response().bodyAsBytes().length - before) / ROOTS)
          .as("bytes of a root, of %d without these", before)
          .isBetween(100, MOST_BYTES);
      Page edited = page.press(EDIT, CHOSEN, "root " + root(7));
      assertThat(edited.text("#editTitle")).isEqualTo("Edit root " + root(7));
      assertThat(edited.press("#items\\:remove", CHOSEN, "root " + root(8)).text("#delete"))
          .contains("Delete the root " + root(8));
    } finally {
      for (int i = 0; i < 2 * ROOTS; i++) {
        server.command("delete-sendfile-root", root(i));
      }
    }
  }

  private void createRoots(int from) throws IOException {
    Path folder = Files.createDirectories(TestFiles.folder().resolve("of-departments"));
    for (int i = from; i < from + ROOTS; i++) {
      server.command("create-sendfile-root", "--path", folder.toString(), root(i));
    }
  }

  private static String root(int number) {
    return "of-department-%02d".formatted(number);
  }

  @Test
  void rootThatNamesWhatIsNotThereIsAskedAboutFirst() throws Exception {
    String store = "s4://films/";
    try {
      Page asked =
          pages
              .open(PAGE)
              .press("#items\\:kinds\\:0\\:add")
              .press(
                  SAVE_ELEMENT,
                  "#edit\\:name",
                  "asked",
                  "#edit " + field("path"),
                  "/dev/null/asked",
                  "#edit " + field("store"),
                  store,
                  "#edit " + field("applications"),
                  "it,shopp");
      assertThat(asked.text("#edit .alert"))
          .contains(
              store + " is in a store that no plug-in serves",
              "applications names shopp, which is not deployed; there are ",
              "Save it nevertheless?");
      assertThat(server.command("list-sendfile-roots")).doesNotContain("asked");
      assertThat(asked.press(SAVE_ELEMENT).text(MESSAGES)).contains("Root asked was created");
      assertThat(server.command("list-sendfile-roots")).contains("asked");
    } finally {
      server.command("delete-sendfile-root", "asked");
    }
  }

  @Test
  void rootWithTheNameOfAListenerIsAnotherElement() throws Exception {
    String name = server.httpListener();
    server.command("create-sendfile-root", "--path", TestFiles.folder().toString(), name);
    try {
      Page edited = pages.open(PAGE).press(EDIT, CHOSEN, "root " + name);
      assertThat(edited.text("#editTitle")).isEqualTo("Edit root " + name);
    } finally {
      server.command("delete-sendfile-root", name);
    }
  }

  @Test
  void listenerIsGivenAValueOfItsOwn() throws Exception {
    String listener = server.httpListener();
    Page edited = pages.open(PAGE).press(EDIT, CHOSEN, "listener " + listener);
    assertThat(edited.text("#editTitle")).isEqualTo("Edit listener " + listener);
    Page saved = edited.press(SAVE_ELEMENT, "#edit " + field("zero-copy"), "false");
    try {
      assertThat(saved.text(MESSAGES)).contains("zero-copy=false");
      assertThat(saved.text("#items")).contains("zero-copy=false");
    } finally {
      server.command("delete-sendfile-listener", listener);
    }
  }
}
