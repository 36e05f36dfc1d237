package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files outside of all roots, which resources of Jakarta REST return. */
@Timeout(180)
@EachGrizzly
@InContainer
class RestFilesIT extends OutsideFileScenario {
  private String target(String application, String resource) {
    return Play.at(
        "/" + application + "/files/" + resource, Play.parameter("file", file.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path", "response", "output", "stream", "async", "stage"})
  void filesAreHandedOff(String resource) throws Exception {
    String target = target("rest", resource);
    Snapshot before = server.probe();

    Answer whole = ask(target).hasStatus(200).isFile(original);

    assertThat(whole.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(whole.header("Content-Type")).startsWith("application/x-it");
    assertThat(whole.header("Accept-Ranges")).isEqualTo("bytes");
    isPart(ask(target, "Range: bytes=-50").hasStatus(206), LENGTH - 50, LENGTH - 1);
    ask(target, "If-None-Match: " + whole.header("ETag")).hasStatus(304);
    assertThat(grown("Started", before)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void filesAreHandedOffOverEveryProtocol(Browser browser) throws Exception {
    String target = target("rest", "response");

    Answer whole = browser.ask(target).hasStatus(200).isFile(original);

    assertThat(whole.header("X-App")).isEqualTo("rest");
    isPart(browser.ask(target, "Range", "bytes=7-99999").hasStatus(206), 7, 99_999);
    Answer head = browser.head(target).hasStatus(200);
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path", "output", "stream"})
  void filesAreCopiedWhereTheApplicationOrTheServerSaysSo(String resource) throws Exception {
    Snapshot before = server.probe();
    ask(target("copying", resource)).hasStatus(200).isFile(original);
    configure("enabled", "false");
    ask(target("rest", resource)).hasStatus(200).isFile(original);

    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void streamsThatMayBeNoFilesStayWithJersey() throws Exception {
    Snapshot before = server.probe();

    ask(target("rest", "unknown")).hasStatus(200).isFile(original);

    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void errorsKeepTheirBody() throws Exception {
    Snapshot before = server.probe();

    ask(target("rest", "gone"), "Range: bytes=0-9").hasStatus(410).isFile(original);

    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void interceptorsOfTheApplicationGetTheBytes() throws Exception {
    byte[] inverted = Files.readAllBytes(original);
    for (int i = 0; i < inverted.length; i++) {
      inverted[i] = (byte) ~inverted[i];
    }

    assertThat(ask(target("rest", "inverted")).hasStatus(200).digest())
        .isEqualTo(TestFiles.digest(inverted));
  }

  @Test
  void fileIsSentThatTheApplicationDeletesWhenItIsWritten() throws Exception {
    Snapshot before = server.probe();

    ask(target("rest", "temporary")).hasStatus(200).isFile(original);

    assertThat(file).doesNotExist();
    assertThat(grown("Started", before)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "path", "output", "stream"})
  void missingFilesAreNotFound(String resource) throws Exception {
    Files.delete(file);

    isNotFound(ask(target("rest", resource)));
    configure("enabled", "false");
    isNotFound(ask(target("rest", resource)));
  }
}
