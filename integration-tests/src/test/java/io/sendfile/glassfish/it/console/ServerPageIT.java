package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of limits and figures of a server. */
@Timeout(240)
class ServerPageIT extends ConsoleScenario {
  private static final String LIMITS = "[data-table=limits]";

  @Test
  void limitsStandBesideTheirUseAndLeadToTheirSettings() throws Exception {
    Await.until(
        "nothing of other scenarios runs",
        Console.SOON,
        () -> server.command("list-sendfile-transfers").contains("No transfer is running."));
    configure("max-active-transfers", "2", "max-waiting-transfers", "0");
    List<RawConnection> asked = new ArrayList<>();
    try {
      for (int status : new int[] {200, 200, 503}) {
        asked.add(begin("limited-" + asked.size(), status));
      }
      console.own("server.xhtml");
      browser.viewport(1280, 800);
      assertThat(browser.text(LIMITS))
          .containsPattern("Downloads in progress 2 [0-9]+ 2 100 % – max-active-transfers")
          .containsPattern("Waiting downloads 0 [0-9]+ 0 0 % [1-9][0-9]* max-waiting-transfers")
          .containsPattern("Busy workers 0 – [0-9]+ 0 % – worker-threads")
          .containsPattern("Claimed memory [1-9].*B – [0-9.]+ .B 0 % 0 max-buffered-bytes");
      browser.screenshot("server");
      browser.viewport(390, 844);
      browser.screenshot("server-phone");
      browser.viewport(1280, 800);
      server.command("cancel-sendfile-transfer", "limited-0");
      console.awaitText(LIMITS, "Downloads in progress 1 ");
    } finally {
      for (RawConnection each : asked) {
        each.close();
      }
    }
    console.click("#refused-overloaded");
    console.awaitOwn("files.xhtml?reason=overloaded");
    console.awaitText("#refusals\\:table", "503");
    console.own("server.xhtml");
    console.click("#set-max-active-transfers");
    console.awaitOwn("configuration.xhtml?config=server-config&search=max-active-transfers");
  }

  private RawConnection begin(String id, int status) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(
        RawConnection.get(
            Play.steps("header:X-Sendfile-Id=" + id, sendfile(TestFiles.ofLength(20 << 20)))));
    assertThat(connection.head().status()).as(id).isEqualTo(status);
    return connection;
  }

  @Test
  void figuresOfListenersMove() throws Exception {
    console.own("server.xhtml");
    assertThat(browser.text("[data-table=buffers]")).contains(server.httpListener());
    assertThat(browser.text("[data-table=listeners]"))
        .contains(server.httpListener() + " – ")
        .doesNotContain("B/s");
    play(sendfile(TestFiles.ofLength(20 << 20))).hasStatus(200);
    Await.until(
        "a rate",
        Console.SOON,
        () ->
            browser
                .text("[data-table=listeners]")
                .matches("(?s).*" + server.httpListener() + " [1-9][0-9.]* [kM]B/s.*"));
  }

  @Test
  void statusesLeadToTheirRows() throws Exception {
    play("sendfile:files:a%zz").hasStatus(500);
    console.own("server.xhtml");
    assertThat(browser.text(".tiles")).contains("Sent", "By zero-copy", "Responses 500");
    console.click("#status-500");
    console.awaitOwn("past.xhtml?status=500");
    console.awaitText("main", "a%zz");
  }

  @Test
  void valueOfAnAddressIsTakenOverUnsaved() throws Exception {
    configure("algorithm", "adaptive");
    console.own("configuration.xhtml?algorithm=simple-blocking");
    console.awaitText("#settings\\:changes", "algorithm is simple-blocking, was adaptive");
    assertThat(server.command("get-sendfile-configuration"))
        .as("not saved")
        .containsPattern("algorithm +adaptive");
  }

  @Test
  void applicationsThatCopyAreListed() throws Exception {
    configure("watch-copies", "false");
    configure("watch-copies", "true");
    play("type:video/mp4", "bytes:200000").hasStatus(200);

    console.own("server.xhtml");
    console.awaitText("#advice", "watch-copies");
    console.click("#advice\\:list");

    console.awaitText("#advice", "200 kB");
    assertThat(browser.text("#advice")).contains("PlayServlet", "video/mp4", "/it/play");
    browser.screenshot("server-advice");
  }
}
