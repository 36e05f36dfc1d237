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
class ServerPageIT extends HtmlScenario {
  private static final String LIMITS = "[data-table=limits]";

  /** The cell of the highest use, of a limit or without one, of some time or none. */
  private static final String HIGHEST =
      "([0-9.,]+( .?B)?|(< 1|[0-9]+) % \\([^)]+\\))( at [-0-9]+ [:0-9]+)?";

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
      assertThat(pages.open("server.xhtml").text(LIMITS))
          .containsPattern(
              "Downloads in progress 2 [1-9][0-9]+ % \\([0-9,]+ of [0-9,]+\\) at [-0-9]+"
                  + " [:0-9]+ 2 100 % none: others wait max-active-transfers")
          .containsPattern(
              "Waiting downloads 0 " + HIGHEST + " 0 – [1-9][0-9]* max-waiting-transfers")
          .containsPattern(
              "Busy workers, which send 0 "
                  + HIGHEST
                  + " [0-9]+ 0 % none: others wait worker-threads")
          .containsPattern(
              "Memory for running downloads [1-9].*B "
                  + HIGHEST
                  + " [0-9.]+ .B (< 1|0) % [0-9,]+ max-buffered-bytes");
    } finally {
      for (RawConnection each : asked) {
        each.close();
      }
    }
    Page page = pages.open("server.xhtml");
    Page then = page.follow("#highest-max-active-transfers");
    assertThat(then.count("#filter [aria-current=true]")).as("a period of its own").isZero();
    assertThat(then.count("#wrong")).isZero();
    Page refused = page.follow("#refused-overloaded");
    assertThat(refused.address()).startsWith("past.xhtml?reason=overloaded&since=");
    assertThat(refused.text("#list\\:refused")).contains("503");
    assertThat(page.follow("#set-max-active-transfers").address())
        .isEqualTo("configuration.xhtml?config=server-config&search=max-active-transfers");
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
  void listenersHaveTheirBuffersAndFigures() throws Exception {
    Page page = pages.open("server.xhtml");
    assertThat(page.text("[data-table=buffers]")).contains(server.httpListener());
    assertThat(page.text("[data-table=listeners]")).contains(server.httpListener() + " ");
  }

  @Test
  void statusesLeadToTheirRows() throws Exception {
    play("sendfile:files:a%zz").hasStatus(500);
    Page page = pages.open("server.xhtml");
    assertThat(page.text(".tiles")).contains("Sent", "By zero-copy", "Responses 500");
    Page past = page.follow("#status-500");
    assertThat(past.address()).startsWith("past.xhtml?status=500&since=");
    assertThat(past.text("main")).contains("a%zz");
  }

  @Test
  void applicationsThatCopyAreListed() throws Exception {
    configure("watch-copies", "false");
    configure("watch-copies", "true");
    play("type:video/mp4", "bytes:200000").hasStatus(200);

    Page page = pages.open("server.xhtml");
    assertThat(page.text("#advice")).contains("watch-copies").doesNotContain("PlayServlet");
    Page listed = page.press("#advice\\:list");
    assertThat(listed.text("#advice\\:copies tbody tr:contains(PlayServlet)"))
        .containsPattern("it .*PlayServlet 1 200 kB .*/it/play.* video/mp4");
  }

  @Test
  void drainIsBegunAndResumed() throws Exception {
    try {
      Page page = pages.open("server.xhtml");
      assertThat(page.text("#drains")).contains("new downloads are admitted");
      assertThat(page.press("#drainForm\\:yes", "[id='drainForm:deadline']", "soon").text("body"))
          .contains("“soon” is no time. Give one such as 30s, 5m, 12h or 7d");
      assertThat(page.press("#drainForm\\:yes", "[id='drainForm:deadline']", "25h").text("body"))
          .contains("--deadline must be a time of at most 24h");
      Page drains = page.press("#drainForm\\:yes", "[id='drainForm:deadline']", "5m");
      assertThat(drains.text("#drains")).isEmpty();
      assertThat(drains.text("#problems"))
          .contains("drained: no download is left", "Resume Move the deadline …")
          .doesNotContain("asadmin");
      assertThat(drains.press("#drain\\:move").text(".ui-dialog:has(#drainForm)"))
          .contains("Move the deadline?", "Move it");
      play(sendfile(TestFiles.ofLength(2 << 20))).hasStatus(503);
      Page again = pages.open("server.xhtml").press("#drain\\:resume");
      assertThat(again.text("#drains")).contains("new downloads are admitted");
      play(sendfile(TestFiles.ofLength(2 << 20))).hasStatus(200);
    } finally {
      server.command("drain-sendfile", "--cancel", "true");
    }
  }
}
