package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of plug-ins, which knows none of them: what they show, and their commands. */
@Timeout(240)
class PlugInsPageIT extends ConsoleScenario {
  private static final String PAGE = "plug-ins.xhtml";
  private static final String LINKS = "[data-plug-in=links]";
  private static final String BAD = "[data-plug-in=told-badly]";
  private static final String RUN = "#act\\:run";
  private static final Pattern LINK = Pattern.compile("(https?://[^/ ]+)(/sendfile-links/\\S+)");

  /** Pixels of tables that are out of sight. */
  private static final String OUT_OF_SIGHT =
      "Math.max(0, ...[...document.querySelectorAll('.scroll')]"
          + ".map(each => each.scrollWidth - each.clientWidth))";

  /** Lines beyond one of each moment of tables. */
  private static final String BROKEN =
      "[...document.querySelectorAll('.moment')]"
          + ".reduce((sum, each) => sum + each.getClientRects().length - 1, 0)";

  private final Path file = TestFiles.settled("shown.bin", 100_000);

  @BeforeEach
  void setUp() {
    server.command(
        "set-sendfile-plugin", "--property", "keys=a=a secret of a good length", "links");
  }

  @AfterEach
  void tearDown() {
    server.command("delete-sendfile-plugin", "links");
  }

  private void assertNoFaults(String state) throws IOException {
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      for (int width : new int[] {390, 1280, 1920}) {
        browser.viewport(width, 900);
        String name = state + (dark ? "-dark-" : "-") + width;
        browser.screenshot(name);
        assertThat(console.faults()).as(name).isEmpty();
        assertThat(width == 390 ? browser.number(OUT_OF_SIGHT) : 0).as(name).isZero();
      }
    }
    browser.dark(false);
    browser.viewport(1280, 900);
  }

  /** The link that the console has told. */
  private String made() {
    Matcher link = LINK.matcher(browser.text("#acting"));
    assertThat(link.find()).as(browser.text("#acting")).isTrue();
    assertThat(link.group(1)).containsPattern("//(localhost|127.0.0.1):[0-9]+$");
    return link.group(2);
  }

  @Test
  void linkIsMadeFetchedRevokedAndExplained() throws Exception {
    console.own(PAGE);
    console.awaitText(LINKS, "ready");
    console.click(LINKS + " nav a");
    console.awaitText("#act", "Make a link");
    browser.type("[aria-label=file]", TestFiles.value(file));
    assertNoFaults("plug-ins-form");
    console.click(RUN);
    console.awaitText("#acting", "shown only now");
    assertThat(browser.text("#acting .answer"))
        .contains("served")
        .containsPattern("file\\s+" + Pattern.quote(TestFiles.value(file)))
        .containsPattern("expires\\s+\\d")
        .doesNotContainPattern("\\d:\\d\\d(\\.\\d+)?Z");
    assertNoFaults("plug-ins-made");
    assertThat(browser.count("#act")).as("forms after they did their work").isZero();
    String link = made();
    console.click("#acting button");
    console.awaitText("#acting", "Copied");
    console.awaitText(LINKS, TestFiles.value(file));
    ask(link).hasStatus(200).isFile(file);
    console.awaitText(LINKS, "sent");
    console.own(PAGE + "?search=shown.bin");
    assertNoFaults("plug-ins");
    assertThat(browser.text(LINKS + " thead")).contains("expires").doesNotContain("once");
    assertThat(browser.number(OUT_OF_SIGHT)).as("pixels out of sight at 1,280").isZero();
    assertThat(browser.count(LINKS + " .moment")).as("moments").isEqualTo(3);
    assertThat(browser.number(BROKEN)).as("lines more of moments than moments").isZero();

    console.click(LINKS + " td.actions a");
    console.awaitText("#act", "its id");
    assertThat(browser.text("#act .answer"))
        .contains(TestFiles.value(file), "made", "expires")
        .containsPattern("requests\\s+1")
        .containsPattern("last answer\\s+sent");
    browser.screenshot("plug-ins-revoke");
    console.click(RUN);
    console.awaitText("#messages", "is revoked");
    ask(link).hasStatus(410);
    console.own(PAGE);
    console.awaitText(LINKS, "Refused: revoked");
    console.own(PAGE + "?search=shown.bin");
    assertThat(browser.count(LINKS + " td.actions a")).as("buttons that revoke").isZero();
    browser.screenshot("plug-ins-revoked");

    console.own(
        "files.xhtml?value="
            + URLEncoder.encode("http://localhost" + link, StandardCharsets.UTF_8));
    console.awaitText("#answer", "revoked");
    assertThat(browser.text("#answer"))
        .containsPattern("file\\s+" + Pattern.quote(TestFiles.value(file)))
        .containsPattern("state\\s+revoked")
        .containsPattern("requests\\s+2");
    browser.screenshot("files-link");
  }

  @Test
  void linkToAMissingFileIsToldAtOnce() throws Exception {
    console.own(PAGE + "?plugin=links&command=create-sendfile-link");
    browser.type("[aria-label=file]", TestFiles.ROOT + ":none.bin");
    console.click(RUN);
    console.awaitText("#acting", "shown only now");
    console.awaitText("#acting .warns", "refused: missing");
    assertThat(browser.text("#acting h2 + p")).isEqualTo("A request by it is refused: missing.");
    browser.screenshot("plug-ins-made-missing");
    ask(made()).hasStatus(404);
    console.own(PAGE + "?search=none.bin");
    console.awaitText(LINKS + " .stacked tbody", "missing");
    assertThat(browser.text(LINKS + " .stacked tbody")).doesNotContain("sent");
  }

  @Test
  void searchFindsPlugInsAndTheirProperties() throws Exception {
    console.own(PAGE + "?search=S3");
    console.awaitText("[data-plug-in=s3]", "Properties");
    assertThat(browser.count("[data-plug-in]")).as("plug-ins found").isEqualTo(1);
    console.own(PAGE + "?search=secrets+of+signatures");
    console.awaitText(LINKS + " details", "secrets of signatures");
    browser.screenshot("plug-ins-search");
    console.own(PAGE + "?search=nowhere");
    console.awaitText("#panels", "None found.");
  }

  @Test
  void commandThatFailsTellsWhyAndKeepsItsForm() throws Exception {
    console.own(PAGE + "?plugin=links&command=create-sendfile-link");
    browser.type("[aria-label=file]", "nowhere:a.bin");
    console.click(RUN);
    console.awaitText("#messages", "there is no root nowhere");
    assertThat(browser.run("return document.querySelector('[aria-label=file]').value"))
        .isEqualTo("nowhere:a.bin");
    console.own(PAGE + "?plugin=links&command=stop-domain");
    console.awaitText(LINKS, "ready");
    assertThat(browser.count("#act")).as("forms of commands of no bundle").isZero();
  }

  @Test
  void panelsOfBadPlugInsLeaveThePageWhole() throws Exception {
    try {
      tell("shows=yes");
      console.own(PAGE);
      console.awaitText(BAD, "\\u202eeltit (the first 1,000 of 10,000) (100 of 1,000 are shown)");
      assertThat(browser.text(BAD)).contains("<script>alert(1)</script>").doesNotContain("Stop");
      assertNoFaults("plug-ins-hostile");
      tell("fails=yes");
      console.awaitText(BAD, "its panel failed: java.lang.IllegalStateException: a plug-in that");
      tell("fails=:millis=60000");
      console.awaitText(BAD, "its panel took longer than 1000 ms");
      assertThat(browser.text(LINKS)).contains("ready");
      tell("millis=:ails=<i>tired</i>");
      console.own("now.xhtml");
      // It may be folded.
      browser.run("document.querySelector('#problems a[href*=told-badly]').click()");
      console.awaitText(BAD, "failing: told-badly: <i>tired</i>");
      assertThat(browser.count("[data-plug-in]")).as("plug-ins that it leads to").isEqualTo(1);
    } finally {
      server.command("delete-sendfile-plugin", "told-badly");
    }
  }

  private void tell(String properties) {
    server.command("set-sendfile-plugin", "--property", properties, "told-badly");
  }

  /** Nothing listens at that port. */
  @Test
  void storeTellsWhichBucketsAnswer() throws Exception {
    server.command(
        "set-sendfile-plugin",
        "--property",
        "endpoint=http\\://127.0.0.1\\:"
            + server.freePort()
            + ":access-key=a:secret-key=hush-hush:timeout-seconds=1:retries=0",
        "s3");
    try {
      assertThat(
              server.command("list-sendfile-problems", "--path", "/s", "--store", "s3://videos/x"))
          .contains("the store at http://127.0.0.1:", "look at the network");
      server.command("create-sendfile-root", "--path", "/s", "--store", "s3://videos/x", "stored");
      // A check asks the bucket again, as the new root has changed the settings.
      Await.until(
          () -> "the bucket fails; there is " + browser.text("[data-plug-in=s3]"),
          Console.SOON,
          () -> {
            console.own(PAGE);
            console.awaitText("[data-plug-in=s3]", "videos");
            return browser.text("[data-plug-in=s3]").matches("(?s).*failing: .*fails.*");
          });
      assertThat(browser.text("[data-plug-in=s3]"))
          .contains(": the store at http://127.0.0.1:", "0 B of")
          .doesNotContain("hush-hush", "Exception", "look at");
      browser.screenshot("plug-ins-store");
    } finally {
      server.command("delete-sendfile-root", "stored");
      server.command("delete-sendfile-plugin", "s3");
    }
  }

  @Test
  void digestsTellWhatTheyKnow() throws Exception {
    play(sendfile(file)).hasStatus(200);
    console.own(PAGE);
    Await.until(
        "the file is remembered",
        Console.SOON,
        () ->
            Pattern.compile("Files remembered\\s+[1-9]")
                .matcher(browser.text("[data-plug-in=digests]"))
                .find());
  }
}
