package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that Spring MVC returns, without a word of a hand-off in the application: Spring 6. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpringFilesIT extends FrameworkScenario {
  private FrameworkApplication spring;

  /** Name of the application. */
  String name() {
    return "spring6";
  }

  @BeforeAll
  void deploySpring() throws IOException {
    spring = FrameworkApplication.deploy(name());
  }

  @AfterAll
  void undeploySpring() {
    spring.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "files/resource",
        "files/entity",
        "files/callable",
        "files/deferred",
        "files/future",
        "functional"
      })
  void filesAreHandedOff(String path) throws Exception {
    Answer answer = isHandedOff(Browser.CLEAR, spring.target(path, file));

    if (path.startsWith("files")) {
      assertThat(answer.header("Content-Type")).startsWith("application/x-it");
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesAreHandedOffOverEveryProtocol(Browser browser) throws Exception {
    isHandedOff(browser, spring.target("files/entity", file));
    isHandedOff(browser, spring.target("files/deferred", file));
    isHandedOff(browser, spring.target("functional", file));
    isHandedOff(browser, spring.at("static" + file));
  }

  @Test
  void rangesThatSpringRefusesAreTheModules() throws Exception {
    String target = spring.target("files/entity", file);

    ask(target, "Range: bytes=" + LENGTH + "-").hasStatus(416);
    ask(target, "Range: nonsense").hasStatus(200).isFile(original);
    ask(target, "Range: bytes=" + LENGTH + "-", "If-Range: \"old\"")
        .hasStatus(200)
        .isFile(original);
    ask(target, "Range: bytes=0-9,90-99").hasStatus(206);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tags", "own-tags"})
  void filterThatHashesTheBodyTagsNoFile(String path) throws Exception {
    String target = spring.target(path + "/file", file);
    String ofNothing = "\"0d41d8cd98f00b204e9800998ecf8427e\"";

    String tag = String.valueOf(isHandedOff(Browser.CLEAR, target).header("ETag"));

    assertThat(tag).isNotEqualTo(ofNothing);
    ask(target, "If-None-Match: " + ofNothing).hasStatus(200).isFile(original);
    ask(target, "Range: bytes=0-9", "If-Range: " + ofNothing).hasStatus(200).isFile(original);
    assertThat(ask(spring.at(path + "/text")).header("ETag"))
        .isEqualTo("\"01cb251ec0d568de6a929b520c4aed8d1\"");
  }

  @Test
  void errorsAndResourcesInJarsStayWithSpring() throws Exception {
    isCopied(spring.target("files/error", file)).hasStatus(404).isFile(original);
    assertThat(isCopied(spring.at("files/jar")).hasStatus(200).length()).isPositive();
    Files.delete(file);
    assertThat(isCopied(spring.target("files/entity", file)).status()).isGreaterThanOrEqualTo(400);
    isCopied(spring.at("static" + file)).hasStatus(404);
  }

  @Test
  void filesAreCopiedWhereTheModuleTakesNone() throws Exception {
    configure("enabled", "false");

    isCopied(spring.target("files/entity", file)).hasStatus(200).isFile(original);
    isCopied(spring.target("files/deferred", file)).hasStatus(200).isFile(original);
    isCopied(spring.at("static" + file)).hasStatus(200).isFile(original);
  }
}
