package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OmniFaces, Jakarta MVC, Wicket and Struts, with the lines of docs/frameworks.md. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrameworksIT extends FrameworkScenario {
  private FrameworkApplication others;

  @BeforeAll
  void deployOthers() throws IOException {
    others = FrameworkApplication.deploy("others");
  }

  @AfterAll
  void undeployOthers() {
    others.close();
  }

  /** A page of Faces and one of Wicket, a servlet of OmniFaces, an action of Struts, a resource. */
  @ParameterizedTest
  @ValueSource(
      strings = {"handoff.xhtml", "omnifaces-files", "wicket/page", "handoff.action", "mvc/file"})
  void filesAreHandedOffOverEveryProtocol(String path) throws Exception {
    for (Browser browser : Browser.values()) {
      isHandedOff(browser, others.target(path, file));
    }
  }

  /** Shows that the lines are needed. */
  @ParameterizedTest
  @ValueSource(strings = {"copy.xhtml", "omnifaces-copies", "wicket/page", "copy.action"})
  void filesAreCopiedWithoutTheLines(String path) throws Exception {
    isCopied(others.target(path, file) + "&copied=true").hasStatus(200).isFile(original);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"handoff.xhtml", "omnifaces-files", "wicket/page", "handoff.action", "mvc/file"})
  void filesAreCopiedWhereTheModuleTakesNone(String path) throws Exception {
    configure("enabled", "false");

    isCopied(others.target(path, file)).hasStatus(200).isFile(original);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"handoff.xhtml", "omnifaces-files", "wicket/page", "handoff.action", "mvc/file"})
  void missingFilesAreNotFound(String path) throws Exception {
    Files.delete(file);

    isNotFound(isCopied(others.target(path, file)));
  }

  /** Its path is the name of a view there, which does not exist. */
  @Test
  void filesThatControllersOfJakartaMvcReturnAreNotSent() throws Exception {
    assertThat(isCopied(others.target("mvc/view", file)).hasStatus(500).length())
        .isLessThan(LENGTH);
  }

  /** Its result takes no name with a hyphen. */
  @Test
  void headersOfStrutsHandNothingOff() throws Exception {
    assertThat(isCopied(others.target("header.action", file)).hasStatus(200).length()).isZero();
  }
}
