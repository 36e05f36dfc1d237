package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import java.io.IOException;
import java.util.List;
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

/** Links of a Vaadin page, with the lines of docs/frameworks.md and without them. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VaadinFilesIT extends FrameworkScenario {
  private static final Pattern LINK = Pattern.compile("VAADIN/dynamic/resource/[^\"\\\\]+");
  private static final Pattern SESSION = Pattern.compile("JSESSIONID=([^;]+)");

  private FrameworkApplication vaadin;
  private String handedOff;
  private String copied;

  @BeforeAll
  void deployVaadin() throws IOException {
    vaadin = FrameworkApplication.deploy("vaadin");
  }

  @AfterAll
  void undeployVaadin() {
    vaadin.close();
  }

  /** Opens the page as its script in a browser does, and reads the targets of its links. */
  @BeforeEach
  void openPage() throws IOException {
    Answer page = ask(vaadin.target("", file) + "&v-r=init&location=&query=").hasStatus(200);
    String session =
        page.all("Set-Cookie").stream()
            .flatMap(cookie -> SESSION.matcher(cookie).results())
            .map(match -> match.group(1))
            .findFirst()
            .orElseThrow();
    List<String> links = LINK.matcher(page.text()).results().map(MatchResult::group).toList();
    assertThat(links).hasSize(2);
    handedOff = vaadin.at(links.get(0)) + ";jsessionid=" + session;
    copied = vaadin.at(links.get(1)) + ";jsessionid=" + session;
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesAreHandedOffOverEveryProtocol(Browser browser) throws Exception {
    isHandedOff(browser, handedOff);
  }

  @Test
  void filesAreCopiedWithoutTheLines() throws Exception {
    isCopied(copied).hasStatus(200).isFile(original);
  }

  @Test
  void filesAreCopiedWhereTheModuleTakesNone() throws Exception {
    configure("enabled", "false");

    isCopied(handedOff).hasStatus(200).isFile(original);
  }
}
