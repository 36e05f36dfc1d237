package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files outside of all roots, which an application passes by SendfileResponse. */
@Timeout(180)
@Smoke
class PassedFilesIT extends OutsideFileScenario {
  @ParameterizedTest
  @EnumSource(Browser.class)
  void wholeFilesHaveRangesAndConditions(Browser browser) throws Exception {
    String target = Play.steps("header:X-Kept=1", "pass:" + file);
    Snapshot before = server.probe();

    Answer whole = browser.ask(target).hasStatus(200).isFile(original);

    assertThat(whole.header("X-Kept")).isEqualTo("1");
    String etag = String.valueOf(whole.header("ETag"));
    isPart(browser.ask(target, "Range", "bytes=7-99999").hasStatus(206), 7, 99_999);
    isPart(browser.ask(target, "Range", "bytes=-50").hasStatus(206), LENGTH - 50, LENGTH - 1);
    browser.ask(target, "If-None-Match", etag).hasStatus(304);
    Answer head = browser.head(target).hasStatus(200);
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(grown("Started", before)).isPositive();
    assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void partsAreTheWholeBody(Browser browser) throws Exception {
    String target = Play.steps("body:dropped", "type:x/y", "transfer:5,2000000," + file);

    Answer answer = browser.ask(target, "Range", "bytes=0-9").hasStatus(200);

    isPart(answer, 5, 2_000_004);
    assertThat(answer.header("Content-Type")).startsWith("x/y");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asynchronousTransfersTellTheirEnd(boolean handedOff) throws Exception {
    configure("application-files", Boolean.toString(handedOff));
    Snapshot before = server.probe();
    String target =
        Play.at(
            "/transfer",
            Play.parameter("file", file.toString()),
            Play.parameter("position", "100"),
            Play.parameter("count", "1000000"));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      isPart(connection.ask(target).hasStatus(200), 100, 1_000_099);
      assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
    }
    Await.until(
        "the stage completes",
        Duration.ofSeconds(20),
        () -> ask("/it/transfer").text().equals("1000000 bytes"));
    assertThat(grown("Started", before)).isEqualTo(handedOff ? 1 : 0);
  }

  @Test
  void switchedOffTheyAreCopied() throws Exception {
    configure("application-files", "false");
    Snapshot before = server.probe();

    play("pass:" + file).hasStatus(200).isFile(original);
    isPart(play("transfer:5,2000000," + file).hasStatus(200), 5, 2_000_004);

    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void failuresAreToldToTheApplication() throws Exception {
    play("pass:" + file + ".missing").hasStatus(500);
    play("pass:" + file.getParent()).hasStatus(500);
    play("transfer:5," + LENGTH + "," + file).hasStatus(500);
    play("flush", "pass:" + file).hasStatus(200);
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  @Test
  void errorsMayHaveFileAsTheirBody() throws Exception {
    play("status:410", "pass:" + file).hasStatus(410).isFile(original);
  }

  @Test
  void errorsOfTheApplicationStand() throws Exception {
    play("pass:" + file, "error:403").hasStatus(403).leaksNothing();
  }
}
