package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications that copy large bodies are listed, with the cost of that. */
@Timeout(120)
@InContainer
class AdviceIT extends Scenario {
  private static final String COPY = Play.steps("type:x/y", "bytes:200000");

  private String advice() {
    return server.command("advise-sendfile");
  }

  private void awaitAdvice(String text) {
    Await.until(text + " is listed", SOON, () -> advice().contains(text));
  }

  private void watchFromNowOn() {
    configure("watch-copies", "false");
    configure("watch-copies", "true");
  }

  @Test
  void servletsThatCopyAreListedWithCosts() throws Exception {
    watchFromNowOn();
    for (Browser browser : Browser.values()) {
      browser.ask(COPY).hasStatus(200);
    }
    play("bytes:1000").hasStatus(200);
    play(sendfile(TestFiles.ofLength(300 << 10))).hasStatus(200);
    String bytes = String.valueOf(200_000 * Browser.values().length);
    awaitAdvice(bytes);

    assertThat(advice())
        .containsPattern(
            "it +server +\\S*PlayServlet +"
                + Browser.values().length
                + " +0 +"
                + bytes
                + " +\\d+[.]\\d+ +\\d+[.]\\d+ +few-bodies +x/y +/it/play")
        .contains("thread-seconds: time", "few-bodies: fewer than 100 bodies")
        .doesNotContain("301");

    configure("watch-copies", "false");
    ask(COPY).hasStatus(200);
    assertThat(advice()).as("kept, but not continued").contains(bytes);
  }

  @Test
  void copiesOfAsynchronousServletsAreListed() throws Exception {
    watchFromNowOn();
    ask(Play.at("/async", Play.parameter("later", "bytes:200000"))).hasStatus(200);

    awaitAdvice("AsyncServlet");
  }

  @Test
  void manyBodiesAreWorthAHandOff() throws Exception {
    watchFromNowOn();
    for (int i = 0; i < 100; i++) {
      ask(COPY).hasStatus(200);
    }
    awaitAdvice(" 20000000 ");

    assertThat(advice())
        .containsPattern("PlayServlet +100 +0 +20000000 +\\d+[.]\\d+ +\\d+[.]\\d+ +hand-off ");
  }

  @Test
  void bodiesAreMarkedWithWhatWritesThem() throws Exception {
    watchFromNowOn();
    ask(Play.steps("text:200000")).hasStatus(200);
    awaitAdvice("/it/play[text]");
    assertThat(advice()).containsPattern("PlayServlet +1 +1 +\\d+ .* +no-files ");

    String file = TestFiles.ofLength(300 << 10).toString();
    ask(Play.at("/copying/files/file", Play.parameter("file", file))).hasStatus(200);
    awaitAdvice("/files/file[file]");
  }
}
