package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of the past: what went wrong, for whom, and since which change. */
@Timeout(240)
class PastHtmlIT extends HtmlScenario {
  private static final String ENDED = "#list\\:ended";
  private static final String REFUSED = "#list\\:refused";
  private static final String CHANGES = "#list\\:changes";
  private static final String SUM = "#sum";
  private static final String CHOSEN = "#filter [aria-current=true]";
  private static final String HOSTILE = "\"><img src=x onerror=alert(1)>\u202egpj.bin";

  private final Path file = TestFiles.ofLength(20 << 20);

  private boolean runs(String id) {
    return server.command("list-sendfile-transfers", "--long", "true").contains(id);
  }

  private void awaitEnded(String id) {
    Await.until(
        id + " has ended",
        SOON,
        () ->
            server
                .command("list-sendfile-ended-transfers", "--id", id, "--long", "true")
                .contains(id));
  }

  private void completed(String id) throws IOException {
    play("header:X-Sendfile-Id=" + id, sendfile(file)).hasStatus(200).isFile(file);
    awaitEnded(id);
  }

  private void cancelled(String id, String step) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, step)));
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until(id + " runs", SOON, () -> runs(id));
      server.command("cancel-sendfile-transfer", id);
    }
    awaitEnded(id);
  }

  @Test
  void outcomesLeadToTheirClientsAndRows() throws Exception {
    completed("leads-1");
    cancelled("leads-2", sendfile(file));
    play("sendfile:files:none-of-leads").hasStatus(404);
    Page all = pages.open("past.xhtml?id=leads-*");
    assertThat(all.text(SUM)).contains("2 downloads");
    assertThat(all.text("#ranking\\:groups")).contains("cancelled", "completed");

    Page cancelled = all.follow("#ranking\\:groups a[href*='outcome=cancelled']");
    assertThat(cancelled.address()).contains("outcome=cancelled");
    assertThat(cancelled.text(SUM)).contains("1 download ·");
    assertThat(cancelled.text(ENDED)).contains(TestFiles.value(file)).doesNotContain("completed");
    assertThat(cancelled.value("[name=outcome] [selected]")).isEqualTo("cancelled");
    assertThat(cancelled.text("#ranking\\:groups"))
        .as("whose they are; no refusal has an outcome")
        .containsPattern("127.0.0.1 .* 1 1 – – ");

    Page one = cancelled.follow(ENDED + " a[href*='client=']");
    assertThat(one.address()).contains("client=127.0.0.1", "outcome=cancelled", "id=leads-");
    assertThat(one.text(SUM)).contains("1 download ·");
    Page csv = one.behind("[aria-label='ended as CSV']");
    assertThat(csv.response().header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
    assertThat(csv.response().header("Content-Disposition"))
        .matches("attachment; filename=\"sendfile-ended-\\d{8}-\\d{6}\\.csv\"");
    assertThat(csv.body())
        .startsWith("instance,time,outcome,client,")
        .contains(",leads-2,")
        .doesNotContain("leads-1");

    Page byReason = all.follow("[aria-label=Groups] a[href*='group=reason']");
    Page reason = byReason.follow("#ranking\\:groups a[href*='reason=an+administrator']");
    assertThat(reason.text(SUM)).contains("1 download ·");
    assertThat(reason.text(ENDED)).contains("an administrator cancelled it");
    assertThat(reason.count(ENDED + " td.reason a")).isEqualTo(1);
    assertThat(reason.behind("[aria-label='ended as CSV']").body())
        .contains(",leads-2,")
        .doesNotContain("leads-1");
  }

  @Test
  void limitThatHeldADownloadIsKnownAfterItsEnd() throws Exception {
    configure("rate-bytes-per-second", "10000000");
    completed("held-1");
    Page page = pages.open("past.xhtml?id=held-1");
    assertThat(page.behind("[aria-label='ended as CSV']").body())
        .containsPattern(
            "limited by rate-bytes-per-second, 10.0 MB/s for each download\"?,"
                + "rate-bytes-per-second,");
  }

  @Test
  void conditionsAndPeriodAreChosenInTheForm() throws Exception {
    completed("form-1");
    Page form = pages.open("past.xhtml?show=ended");
    assertThat(form.count("#filter details[open]")).isZero();
    Page shown = form.press("#show", "[name=id]", "form-*");
    assertThat(shown.address()).contains("id=form-*");
    assertThat(shown.text(SUM)).contains("1 download ·");
    assertThat(shown.count("#filter details[open]")).as("it has a condition").isEqualTo(1);
    Page quarter = shown.follow("#filter a[href*='since=15m']");
    assertThat(quarter.text(CHOSEN)).isEqualTo("15 min");
    assertThat(quarter.text(SUM)).contains("1 download ·");
    Page night = quarter.follow("#filter a[href*='T20%3A00']");
    assertThat(night.address()).contains("until=");
    assertThat(night.text(CHOSEN)).isEqualTo("Last night");

    assertThat(quarter.press("#show", "[name=since]", "yesterday").text(SUM))
        .contains("1 download ·");
    Page wrong = quarter.press("#show", "[name=since]", "lately");
    assertThat(wrong.text("#wrong"))
        .startsWith("From: \"lately\" is no time. Give one such as 2026-11-24");
    assertThat(wrong.value("[name=since]")).isEqualTo("lately");
    assertThat(wrong.count("#charts, #ranking, #list")).as("what no condition chose").isZero();
  }

  @Test
  void downloadInProgressIsFoundByItsNames() throws Exception {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=runs-1", sendfile(file))));
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until("it runs", SOON, () -> runs("runs-1"));
      for (String list : new String[] {"ended", "refused"}) {
        Page page = pages.open("past.xhtml?id=runs-1&show=" + list);
        assertThat(page.value("[name=id]")).as("as it was asked for").isEqualTo("runs-1");
      }
      Page page = pages.open("past.xhtml?id=runs-1");
      assertThat(page.text("#ranking\\:groups"))
          .contains("in progress")
          .doesNotContain("completed");
      assertThat(page.text(ENDED)).contains("None that fits has ended yet.");
      assertThat(page.text("#inProgress")).isEqualTo("1 in progress");
      Page now = page.follow("#inProgress");
      assertThat(now.text("#running\\:table")).contains("runs-1");
      assertThat(pages.open("past.xhtml?id=runs-1&outcome=stalled").count("#inProgress")).isZero();
    }
  }

  @Test
  void refusalsAreGroupedAndLeadToTheirExplanation() throws Exception {
    for (int i = 0; i < 3; i++) {
      play("sendfile:files:none-of-these").hasStatus(404);
    }
    play("sendfile:files:a%zz").hasStatus(500);
    Page missing = pages.open("past.xhtml?reason=missing&rows=500");
    assertThat(missing.text(REFUSED)).contains("none-of-these").doesNotContain("a%zz");
    assertThat(missing.count(ENDED)).isZero();
    assertThat(missing.attribute(REFUSED + " tbody tr:contains(none-of-these) .actions a", "href"))
        .startsWith("files.xhtml?value=files%3Anone-of-these");
    assertThat(missing.behind("[aria-label='refusals as JSON']").body())
        .startsWith("{")
        .contains("none-of-these");

    Page ofApplications = pages.open("past.xhtml?reason=of-applications&since=5m&rows=500");
    assertThat(ofApplications.text(REFUSED)).contains("none-of-these", "a%zz");
    Page part = pages.open("past.xhtml?show=refused&file=of-these");
    assertThat(part.text(REFUSED)).contains("none-of-these").doesNotContain("a%zz");

    Page failed = pages.open("past.xhtml?status=500&outcome=stalled");
    assertThat(failed.text(REFUSED)).contains("a%zz").doesNotContain("none-of-these");
    assertThat(failed.text("#passedOver")).contains("not chosen by outcome");
    Page stalled = pages.open("past.xhtml?outcome=stalled&since=15m");
    assertThat(stalled.text("#endedNumber")).isNotEmpty();
    assertThat(stalled.text("#refusedNumber")).as("that of all would be wrong").isEmpty();
    Page byFile = pages.open("past.xhtml?since=15m&group=file&file=files:none-of-these");
    assertThat(byFile.text("#ranking tbody tr td:nth-last-child(3)")).isEqualTo("3");
    Page before = pages.open("past.xhtml?show=refused&status=500&since=2h&until=1h");
    assertThat(before.behind("[aria-label='refusals as CSV']").body()).doesNotContain("a%zz");
    assertThat(before.text(REFUSED)).contains("Nothing in this period fits.");
  }

  @Test
  void changesLeadToTheDownloadsAroundThem() throws Exception {
    completed("around-1");
    configure("stall-timeout-seconds", "44");
    String changes = "past.xhtml?show=changes&since=15m&id=around-*";
    Await.until(
        "the mark",
        SOON,
        () -> pages.open(changes).text(CHANGES).contains("stall-timeout-seconds is 44, was 60"));
    Page page = pages.open(changes);
    assertThat(page.text(CHANGES)).contains("admin");
    assertThat(page.text("#passedOver")).contains("not chosen by id");
    Page chosen =
        page.press("#show", "[name=administrator]", "adm", "[name=words]", "stall-timeout is 44");
    assertThat(chosen.address()).contains("administrator=adm", "words=stall-timeout");
    assertThat(chosen.text(CHANGES)).contains("stall-timeout-seconds is 44, was 60");
    Page starts = chosen.press("#show", "[name=event]", "start");
    assertThat(starts.text(CHANGES)).contains("Nothing in this period fits.");
    Page around = page.follow(CHANGES + " tbody a");
    assertThat(around.address()).contains("until=");
    assertThat(around.text(SUM)).contains("1 download ·");
  }

  @Test
  void changeOfAListenerLeadsToTheDownloadsThatItEndedAndSaysTheWayBack() throws Exception {
    String name = "changed-listener";
    String attribute = "Listener " + name + ": http.header-buffer-length-bytes is ";
    int port = server.createListener(name);
    try {
      Await.until("it answers", SOON, () -> answers(port));
      try (RawConnection connection = RawConnection.withSmallBuffer(port, 4096)) {
        connection.send(
            RawConnection.get(Play.steps("header:X-Sendfile-Id=by-change", sendfile(file))));
        assertThat(connection.head().status()).isEqualTo(200);
        Await.until("it runs", SOON, () -> runs("by-change"));
        server.setHttp(name, "header-buffer-length-bytes", "8193");
        awaitEnded("by-change");
      }
      Page changes = awaitChange(attribute + "8193, was 8192");
      Page ended = changes.follow(CHANGES + " tr:contains(" + attribute + "8193) .actions a");
      assertThat(ended.address()).contains("listener=" + name, "outcome=shutdown");
      assertThat(ended.text(SUM)).contains("1 download ·");
      assertThat(ended.text(ENDED)).contains("shutdown", TestFiles.value(file));

      String row = changes.text(CHANGES + " tr:contains(" + attribute + "8193)");
      assertThat(row).contains("1 download ended", "admin");
      server.command("set", row.replaceFirst("(?s).*asadmin set (\\S+) takes it back.*", "$1"));
      awaitChange(attribute + "8192, was 8193");
    } finally {
      server.command("delete-http-listener", name);
    }
  }

  private static boolean answers(int port) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.ask("/it/hello").status() == 200;
    }
  }

  private Page awaitChange(String text) throws Exception {
    String changes = "past.xhtml?show=changes&since=15m";
    Await.until("the mark", SOON, () -> pages.open(changes).text(CHANGES).contains(text));
    return pages.open(changes);
  }

  @Test
  void rootsAreRankedByTheHistoryOfAll() throws Exception {
    completed("ranked-1");
    Await.until(
        "the history has it",
        SOON,
        () ->
            server
                .command("list-sendfile-history", "--step", "1h", "--root", TestFiles.ROOT)
                .matches("(?s).*[kMG]B/s.*"));

    Page page = pages.open("past.xhtml?group=root");

    assertThat(page.text("#ranking")).contains(TestFiles.ROOT, "By the history");
    Page one = page.follow("#ranking\\:groups a[href*='root=" + TestFiles.ROOT + "']");
    assertThat(one.text("#ranking")).contains("By the downloads that the server remembers");
  }

  @Test
  void namesAndConditionsAreTextOnly() throws Exception {
    Path hostile = TestFiles.folder().resolve(HOSTILE);
    Files.deleteIfExists(hostile);
    Files.createLink(hostile, file);
    String name = URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8).replace("+", "%20");
    cancelled("hostile-1", "sendfile:" + TestFiles.ROOT + ":" + name);

    Page page = pages.open("past.xhtml?group=file&id=hostile-1");
    assertThat(page.text(ENDED)).contains("\"><img src=x onerror=alert(1)>\\u202egpj.bin");
    isHarmless(page);
    Page one = page.follow("#ranking\\:groups a");
    assertThat(one.address()).contains("file=");
    assertThat(one.text(SUM)).as("by its whole name: " + one.address()).contains("1 download ·");
    for (String condition :
        new String[] {"file", "outcome", "since", "reason", "config", "group", "show", "sort"}) {
      isHarmless(pages.open("past.xhtml?" + condition + "=" + name));
    }
  }

  private static void isHarmless(Page page) {
    assertThat(page.count("main :is(img, script[src*=alert])")).as(page.address()).isZero();
  }
}
