package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import org.jsoup.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page Now as its HTML, and the figures that its charts ask for. */
@Timeout(240)
class NowHtmlIT extends HtmlScenario {
  @Test
  void problemsStandAboveAllAndGoWhenTheyAreMended() throws Exception {
    Path folder = TestFiles.folder().resolveSibling("absent");
    server.command("create-sendfile-root", "--path", folder.toString(), "absent");
    try {
      Page page = pages.open("now.xhtml");
      assertThat(page.text("main > #problems")).contains("root absent: missing");
      assertThat(page.text("#problems li.error small:not(.since)")).contains("create or mount it");
      assertThat(page.count("#problems a[href='configuration.xhtml?search=root+absent']"))
          .isEqualTo(1);
    } finally {
      server.command("delete-sendfile-root", "absent");
    }
    assertThat(pages.open("now.xhtml").text("#problems")).doesNotContain("root absent");
  }

  @Test
  void figuresOfWhatWentWrongLeadToExactlyTheirRows() throws Exception {
    Path file = TestFiles.ofLength(20 << 20);
    play("sendfile:files:none-of-figures").hasStatus(404);
    server.command("create-sendfile-limit", "--application", "it", "--rate", "0", "figures");
    try {
      play(sendfile(file)).hasStatus(403);
    } finally {
      server.command("delete-sendfile-limit", "figures");
    }
    play(sendfile(file)).hasStatus(200).isFile(file);
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(
          RawConnection.get(Play.steps("header:X-Sendfile-Id=figures-1", sendfile(file))));
      assertThat(connection.head().status()).isEqualTo(200);
      connection.reset();
    }
    Await.until(
        "it has ended",
        SOON,
        () ->
            server
                .command("list-sendfile-ended-transfers", "--id", "figures-1")
                .contains("client-abort"));
    Page page = pages.open("now.xhtml");
    assertThat(page.followWhole("#tiles a:contains(Refused)").text("#list\\:refused_data"))
        .contains("none-of-figures")
        .doesNotContain("kept-out");
    assertThat(page.followWhole("#tiles a:contains(Incomplete)").text("#list\\:ended_data"))
        .contains("client-abort")
        .doesNotContain("completed");
  }

  @Test
  void timesAreThoseOfTheReader() throws Exception {
    pages.addCookie("sendfileZone", "Asia/Tokyo");
    try {
      Page page = pages.open("now.xhtml");
      assertThat(page.text("header")).contains("Asia/Tokyo");
      Page opened = page.press("#limitForm\\:open", "#limitForm\\:whom", "client=192.0.2.7");
      assertThat(opened.value("#limitForm [aria-label=client]")).isEqualTo("192.0.2.7");
      opened.press(
          "#limitForm\\:yes",
          "#limitForm [aria-label=rate]",
          "500k",
          "#limitForm\\:until",
          "18:00");
      assertThat(server.command("list-sendfile-limits")).contains("T09:00:00Z");
      assertThat(pages.open("configuration.xhtml").text("#LIMIT tbody")).contains(" 18:00:00");
    } finally {
      pages.forgetCookie("sendfileZone");
      server.command("delete-sendfile-limit", "client-192-0-2-7");
    }
  }

  @Test
  void timesThatAreNoneAreRefusedWithASentence() throws Exception {
    assertThat(pages.open("history?range=1d").status()).isEqualTo(200);
    assertThat(pages.own("history?from=2&to=1").status()).isEqualTo(400);
    Page words = pages.own("history?from=now");
    assertThat(words.body()).startsWith("\"from\" and \"to\" must be milliseconds");
  }

  /** As when a script that would send the form has not been loaded. */
  @Test
  void formSentAsAWholeToAServerThatHasForgottenThePageLoadsItAgain() throws Exception {
    Page page = pages.open("now.xhtml?target=server&range=1h");
    Connection form = page.sending("#running");
    pages.forgetCookie("SENDFILESESSION");
    Page again = Page.of(form).isFine();
    assertThat(again.response().method()).isEqualTo(Connection.Method.GET);
    assertThat(again.address()).isEqualTo("now.xhtml?target=server&range=1h");
    assertThat(again.count("#running")).isEqualTo(1);
  }
}
