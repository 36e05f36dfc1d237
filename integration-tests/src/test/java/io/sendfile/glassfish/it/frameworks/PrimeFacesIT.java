package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buttons with p:fileDownload, with the line of docs/frameworks.md and without it. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrimeFacesIT extends FrameworkScenario {
  private static final Pattern SESSION = Pattern.compile("JSESSIONID=([^;]+)");
  private static final Pattern STATE =
      Pattern.compile("name=\"jakarta.faces.ViewState\"[^>]* value=\"([^\"]+)\"");
  private static final Pattern ADDRESS = Pattern.compile("PrimeFaces.download\\('([^']+)'");

  private FrameworkApplication others;
  private String session;
  private String page;
  private String state;

  @BeforeAll
  void deployOthers() throws IOException {
    others = FrameworkApplication.deploy("others");
  }

  @AfterAll
  void undeployOthers() {
    others.close();
  }

  @BeforeEach
  void openPage() throws IOException {
    String target = others.target("primefaces.xhtml", file);
    Answer answer = ask(target).hasStatus(200);
    session = ";jsessionid=" + found(SESSION, String.join("\n", answer.all("Set-Cookie")));
    page = target.replace("?", session + "?");
    state = found(STATE, answer.text());
  }

  private static String found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .findFirst()
        .map((MatchResult match) -> match.group(1))
        .orElseThrow(() -> new AssertionError("no " + pattern + " in " + text));
  }

  /** The response to a click. */
  private Answer press(Browser browser, String button, String more, String... headers)
      throws IOException {
    String form =
        "form=form&form%3A"
            + button
            + "=&jakarta.faces.ViewState="
            + URLEncoder.encode(state, StandardCharsets.UTF_8)
            + more;
    return browser.post(page, form, headers).hasStatus(200);
  }

  /** The cookie is what PrimeFaces.monitorDownload waits for. */
  private static void isDownload(Answer answer) {
    assertThat(answer.header("Content-Type")).isEqualTo("application/x-it");
    assertThat(answer.header("Content-Disposition")).contains("attachment", "framework.bin");
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.all("Set-Cookie"))
        .anySatisfy(cookie -> assertThat(cookie).startsWith("primefaces.download_primefaces=true"));
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesAreHandedOffOverEveryProtocol(Browser browser) throws Exception {
    Snapshot before = server.probe();

    Answer answer = press(browser, "handoff", "").isFile(original);

    isDownload(answer);
    assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(grown("Started", before)).as("transfers of the module").isEqualTo(1);
  }

  /** The click has an address in its response, from which a script of PrimeFaces gets the file. */
  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesOfAjaxButtonsAreHandedOffOverEveryProtocol(Browser browser) throws Exception {
    String more =
        "&jakarta.faces.partial.ajax=true&jakarta.faces.partial.execute=%40all"
            + "&jakarta.faces.source=form%3Alater";
    Answer clicked = press(browser, "later", more, "Faces-Request", "partial/ajax");

    String address = found(ADDRESS, clicked.text()).replace("&amp;", "&");
    isHandedOff(browser, address.replace("?", session + "?"));
  }

  @Test
  void filesAreCopiedWithoutTheLine() throws Exception {
    Snapshot before = server.probe();

    isDownload(press(Browser.CLEAR, "copy", "").isFile(original));

    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void filesAreCopiedWhereTheModuleTakesNone() throws Exception {
    configure("enabled", "false");
    Snapshot before = server.probe();

    isDownload(press(Browser.CLEAR, "handoff", "").isFile(original));

    assertThat(grown("Started", before)).isZero();
  }
}
