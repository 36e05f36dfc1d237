package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The comparison page for algorithms and buffer policies, from one field of the settings to it. */
@Timeout(240)
class MeasurePageIT extends ConsoleScenario {
  /** Seconds for ten measurements of 0.4 s and their set-up, on a busy machine. */
  private static final Duration MEASURED = Duration.ofSeconds(90);

  @BeforeEach
  void page() {
    console.own("configuration.xhtml");
  }

  private void keepOnly(String id, String... values) {
    browser.run(
        "const keep = Array.from(arguments).slice(1);"
            + "document.querySelectorAll('[name=\"' + arguments[0] + '\"]')"
            + ".forEach(box => box.checked = keep.includes(box.value))",
        (Object[]) concat(id, values));
  }

  private static String[] concat(String first, String... others) {
    String[] all = new String[others.length + 1];
    all[0] = first;
    System.arraycopy(others, 0, all, 1, others.length);
    return all;
  }

  @Test
  void variantsAreComparedWithoutARecommendationOfOneRound() throws Exception {
    configure("algorithm", "adaptive", "buffer-policy", "server-default");
    console.click("[aria-label='Measure algorithm']");
    console.awaitText("#plan", "no benchmark");
    browser.type("#plan\\:seconds", "60");
    console.click("#plan\\:ask");
    console.awaitText("#plan", "A number of seconds from 0.2 to 10");

    keepOnly("plan:algorithms", "adaptive", "simple-blocking");
    keepOnly("plan:bufferPolicies", "server-default", "heap-view");
    browser.type("#plan\\:seconds", "0.2");
    browser.type("#plan\\:rounds", "1");
    console.click("#plan\\:ask");
    console.awaitText("#confirm", "about 4 seconds");
    browser.screenshot("measure-confirm");
    console.click("#confirm\\:yes");
    Await.until(
        () -> "all are measured, not " + browser.text("#results") + browser.text("#run"),
        MEASURED,
        () ->
            browser.count("table.compared tbody tr") == 10 && browser.count("#run progress") == 0);
    assertThat(browser.text("#results"))
        .contains("algorithm: 8 fast clients, 1 MiB by zero-copy")
        .contains("algorithm: 200 slow clients, 512 KiB/s each, by zero-copy")
        .contains("buffer-policy: 8 fast clients, 2 KiB without zero-copy")
        .contains("not compared, which takes 4 rounds", "Not measured: real networks")
        .contains("simple-blocking", "heap-view", "in force", "processors busy");
    assertThat(browser.count("#results td[colspan]")).as("failures").isZero();
    // Each column marks its best value: five in every table of fast clients.
    assertThat(browser.count("table.compared progress[value='100']")).isGreaterThanOrEqualTo(15);
    assertThat(browser.count("#results a")).as("one round is no evidence").isZero();
    browser.screenshot("measure-results");
  }

  @Test
  void valueOfAnAddressIsTakenOverUnsaved() throws Exception {
    configure("algorithm", "adaptive");
    browser.run("location.assign('configuration.xhtml?algorithm=simple-blocking')");
    console.awaitText("#settings\\:changes", "algorithm is simple-blocking, was adaptive");
    assertThat(server.command("get-sendfile-configuration"))
        .as("not saved")
        .containsPattern("algorithm +adaptive");
  }

  @Test
  void applicationsThatCopyAreListed() throws Exception {
    server.command("reset-sendfile-statistics");
    configure("watch-copies", "true");
    play("type:video/mp4", "bytes:200000").hasStatus(200);

    console.click("[aria-label='Measure algorithm']");
    console.awaitText("#advice", "watch-copies");
    console.click("#advice\\:list");

    console.awaitText("#advice", "200 kB");
    assertThat(browser.text("#advice")).contains("PlayServlet", "video/mp4", "/it/play");
    browser.screenshot("measure-advice");
  }
}
