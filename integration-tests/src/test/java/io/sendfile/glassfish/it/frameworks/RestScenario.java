package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Base of the scenarios in which an application brings its implementation of Jakarta REST. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestScenario extends FrameworkScenario {
  private final String name;
  private FrameworkApplication application;

  RestScenario(String name) {
    this.name = name;
  }

  @BeforeAll
  void deployIt() throws IOException {
    application = FrameworkApplication.deploy(name);
  }

  @AfterAll
  void undeployIt() {
    application.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path", "stream", "stage", "stage-response"})
  void filesAreHandedOffOverEveryProtocol(String path) throws Exception {
    for (Browser browser : Browser.values()) {
      isHandedOff(browser, application.target(path, file));
    }
  }

  @Test
  void statusAndHeadersOfTheResponseStay() throws Exception {
    Snapshot before = server.probe();

    Answer answer = ask(application.target("response", file)).hasStatus(203).isFile(original);

    assertThat(answer.header("X-App")).isEqualTo("rest");
    assertThat(answer.header("Content-Type")).isEqualTo("application/x-it");
    assertThat(grown("Started", before)).isEqualTo(1);
  }

  @Test
  void partsAreHandedOff() throws Exception {
    Snapshot before = server.probe();

    isPart(ask(application.target("part", file)).hasStatus(200), 100, 200_099);

    assertThat(grown("Started", before)).isEqualTo(1);
  }

  @Test
  void bodiesOfErrorsAreCopied() throws Exception {
    isCopied(application.target("gone", file)).hasStatus(410).isFile(original);
  }

  @Test
  void interceptorsOfTheApplicationGetTheBytes() throws Exception {
    byte[] inverted = Files.readAllBytes(original);
    for (int i = 0; i < inverted.length; i++) {
      inverted[i] = (byte) ~inverted[i];
    }

    assertThat(isCopied(application.target("inverted", file)).hasStatus(200).digest())
        .isEqualTo(TestFiles.digest(inverted));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path", "stream"})
  void filesAreCopiedWhereTheModuleTakesNone(String path) throws Exception {
    configure("enabled", "false");

    isCopied(application.target(path, file)).hasStatus(200).isFile(original);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path"})
  void missingFilesAreNotFound(String path) throws Exception {
    Files.delete(file);

    isNotFound(isCopied(application.target(path, file)));
  }
}
