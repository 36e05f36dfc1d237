package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerUnderTest;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** Pages of a server with 300 roots, 200 clients with whole IPv6 addresses, and long names. */
@Timeout(600)
@Release
class FullPagesIT extends ConsoleScenario {
  private static final int ROOTS = 300;
  private static final int MISSING = 50;
  private static final int CLIENTS = 200;
  private static final int ABORTED = 25;
  private static final int MOST_BYTES = 10_000;
  private static final long MINUTE = 60_000;
  private static final int PAPER = 794;

  /** With 200 characters. */
  private static final String NAME =
      "a-lecture-of-the-winter-term-".repeat(7).substring(0, 196) + ".bin";

  private static final List<String> PAGES =
      List.of(
          "now.xhtml",
          "now.xhtml?group=client",
          "past.xhtml?file=lecture",
          "past.xhtml?group=client",
          "past.xhtml?show=refused",
          "past.xhtml?show=changes",
          "files.xhtml",
          "server.xhtml",
          "plug-ins.xhtml",
          "configuration.xhtml",
          "configuration.xhtml?search=university");

  private static boolean rootsCreated;

  private final List<RawConnection> running = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  @BeforeEach
  void fill() throws IOException {
    createRoots();
    configure("trusted-proxies", "127.0.0.0/8", "rate-bytes-per-second", "1000");
    configure("stall-timeout-seconds", "900");
    // Of the group with the longest name.
    configure("max-waiting-transfers", "999");
    Path file = TestFiles.folder().resolve(NAME);
    if (!Files.exists(file)) {
      Files.createLink(file, TestFiles.ofLength(20 << 20));
    }
    for (int i = 0; i < CLIENTS; i++) {
      String client = "X-Forwarded-For: 2001:db8:1234:5678:9abc:def0:1234:%x".formatted(0x5000 + i);
      ask(Play.steps("sendfile:files:none-of-" + i + "-" + NAME), client).hasStatus(404);
      RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
      running.add(connection);
      connection.send(
          RawConnection.get(Play.steps("header:X-Sendfile-Id=full-" + i, sendfile(file)), client));
      if (i < ABORTED) {
        connection.head();
        connection.reset();
      }
    }
    Await.until("they run", SOON, () -> server.probe().transfers() == CLIENTS - ABORTED);
  }

  private void createRoots() throws IOException {
    if (!rootsCreated) {
      rootsCreated = true;
      Path folder = Files.createDirectories(TestFiles.folder().resolve("of-departments"));
      for (int i = 0; i < ROOTS; i++) {
        Path of = i < MISSING ? folder.resolve("department-" + i) : folder;
        server.command("create-sendfile-root", "--path", of.toString(), root(i));
      }
    }
  }

  private static String root(int number) {
    return "lectures-of-department-%03d-of-the-university".formatted(number);
  }

  @AfterEach
  void end() throws IOException {
    for (RawConnection connection : running) {
      connection.close();
    }
  }

  @AfterAll
  static void deleteRoots() {
    for (int i = 0; i < ROOTS; i++) {
      ServerUnderTest.current().command("delete-sendfile-root", root(i));
    }
    rootsCreated = false;
  }

  /** A poll of the page Now, as it makes one every two seconds, right after all roots came. */
  @Test
  void pollsAreSmall() throws Exception {
    Pages pages = new Pages("http://localhost:" + server.adminPort());
    JsonObject all = json(pages.open("live"));
    List<Long> marks = moments(all, "marks");
    assertThat(marks).as("marks of all roots").hasSizeGreaterThan(ROOTS);
    long since = last(moments(all, "samples"));
    long number = marks.stream().filter(at -> at > since - MINUTE).count();
    Page poll = pages.open("live?since=%d&marks=%d&last=%d".formatted(since, number, last(marks)));
    assertThat(poll.response().bodyAsBytes().length).as(poll.body()).isBetween(100, MOST_BYTES);
  }

  private static JsonObject json(Page answer) {
    try (var reader = Json.createReader(new StringReader(answer.body()))) {
      return reader.readObject();
    }
  }

  private static List<Long> moments(JsonObject json, String name) {
    return json.getJsonArray(name).getValuesAs(JsonObject.class).stream()
        .map(each -> each.getJsonNumber("at").longValue())
        .toList();
  }

  private static long last(List<Long> moments) {
    return moments.get(moments.size() - 1);
  }

  @Test
  void nothingIsClipped() throws Exception {
    for (String page : PAGES) {
      console.own(page);
      look(page.replaceAll("\\.xhtml\\??|=", "-"), 390, 1280, 1920);
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void dialogsAreWhole() throws Exception {
    console.own("now.xhtml");
    for (String dialog : new String[] {"rate", "cancel", "limit"}) {
      browser.viewport(1280, 900);
      console.click("#running\\:table button[id^=" + dialog + "]");
      lookAtDialog(dialog);
      browser.press(Keys.ESCAPE);
    }
    console.own("configuration.xhtml?search=root+" + root(7));
    console.click("[aria-label='Edit " + root(7) + "']");
    lookAtDialog("edit");
    assertThat(faults).isEmpty();
  }

  private void lookAtDialog(String name) throws IOException {
    String isVisible = "return PF('" + name + "Dialog').isVisible()";
    Await.until(name, Console.SOON, () -> Boolean.TRUE.equals(browser.run(isVisible)));
    look(name, 390, 1280, 1920);
  }

  /** A reload of the window leaves the page in its frame; GlassFish has no layout for phones. */
  @Test
  void nothingIsClippedInTheConsole() throws Exception {
    console.page("now.jsf");
    for (String page :
        new String[] {"past", "files", "server", "plug-ins", "configuration", "now"}) {
      browser.viewport(1280, 900);
      console.click("nav a[href^='" + page + "']");
      console.awaitFrame(page + ".xhtml");
      look("framed-" + page, 1280, 1920);
      browser.leaveFrame();
      browser.run("document.body.id = 'before'; location.reload()");
      Await.until("a new window", Console.SOON, () -> browser.count("body:not(#before)") == 1);
      console.awaitFrame(page + ".xhtml");
      look("reloaded-" + page, 1280, 1920);
    }
    assertThat(faults).isEmpty();
  }

  private void look(String page, int... widths) throws IOException {
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      for (int width : widths) {
        browser.viewport(width, 900);
        String state = page + "-" + width + (dark ? "-dark" : "");
        browser.screenshot("full-" + state);
        // Contrasts differ by colours alone.
        (dark && width == 1280 ? console.faults() : console.misplaced())
            .forEach(fault -> faults.add(state + ": " + fault));
      }
    }
    browser.dark(false);
  }

  @Test
  void paperHasAllTexts() throws Exception {
    browser.print(true);
    for (String page : PAGES) {
      console.own(page);
      browser.viewport(PAPER, 1123);
      browser.screenshot("full-paper-" + page.replaceAll("\\.xhtml\\??|=", "-"));
      console.misplaced().forEach(fault -> faults.add(page + ": " + fault));
    }
    browser.print(false);
    assertThat(faults).isEmpty();
  }
}
