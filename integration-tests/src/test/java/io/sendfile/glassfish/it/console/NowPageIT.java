package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The page Now, with running downloads. */
@Timeout(240)
class NowPageIT extends ConsoleScenario {
  private static final int LENGTH = 20 << 20;
  private static final String TABLE = "#running\\:table";

  /** Pixels of the window below the eighth row, beside one problem; the harness causes more. */
  private static final String ROOM_BELOW_THE_EIGHTH =
      """
      (() => {
        document.querySelectorAll('.problems :is(li:not(:first-child), details)').forEach((e) => e.remove());
        const row = document.querySelector('#running\\\\:table_data tr:nth-child(8)');
        return innerHeight - row.getBoundingClientRect().bottom;
      })()\
      """;

  private final Path file = TestFiles.ofLength(LENGTH);

  @BeforeEach
  void page() {
    console.own("now.xhtml");
  }

  private RawConnection begin(String id, String step) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=" + id, step)));
    // Sooner than the page asks by itself, every four seconds.
    browser.run("drawLists()");
    console.awaitText(TABLE, id);
    return connection;
  }

  private static void body(RawConnection connection) throws IOException {
    connection.body(connection.head(), OutputStream.nullOutputStream());
  }

  @Test
  void downloadIsSeenToMoveAndIsCancelled() throws Exception {
    configure("rate-bytes-per-second", "1000000");
    try (RawConnection connection = begin("seen-1", sendfile(file))) {
      RawConnection.Head head = connection.head();
      connection.bytes(1 << 20, OutputStream.nullOutputStream());
      Await.until(
          "its bar moves",
          Console.SOON,
          () -> browser.number("document.querySelector('progress').value") >= 5);
      console.awaitText("[data-figure=active]", "1 of 10,000");
      console.awaitText(TABLE, "its client reads slowly");
      console.awaitText(TABLE, "client ");
      Await.until(
          "the chart has a line",
          Console.SOON,
          () -> browser.number("Chart.getChart('rateChart').data.datasets[0].data.length") >= 3);
      console.awaitText(TABLE, "at most 1.0 MB/s");
      Await.until(
          "its first byte",
          Console.SOON,
          () -> browser.text("[data-figure=p99]").matches("[0-9.]+ m?s"));
      Await.until(
          "what is sent is seen",
          Console.SOON,
          () -> browser.text("[data-figure=rate]").matches("[1-9][0-9.]* [kM]B/s"));
      browser.screenshot("now");

      console.click(TABLE + " [data-dialog=cancelDialog]");
      console.awaitText("#cancelForm", TestFiles.value(file));
      assertThat(browser.text("#cancelForm")).contains("to 127.0.0.1 · ", "seen-1", "it");
      browser.screenshot("now-cancel");
      console.click("#cancelForm\\:yes");
      console.awaitText("#messages", "is cancelled after");
      console.awaitText(TABLE, "No transfer is running.");
      assertThatThrownBy(() -> connection.body(head, OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
      Await.until(
          "it counts",
          Console.SOON,
          () -> browser.text("[data-figure=incomplete]").matches("[1-9][0-9.,]*|0\\.[1-9]"));
    }
  }

  @Test
  void rowsWaitWhileThePointerOrTheFocusIsAtThem() throws Exception {
    try (RawConnection connection = begin("pressed-1", sendfile(file))) {
      String button = TABLE + " [data-dialog=cancelDialog]";
      console.hold(button);
      browser.run("document.querySelector(arguments[0]).isOld = true", button);
      Await.until("it is told", Console.SOON, () -> browser.count("#held:not([hidden])") == 1);
      assertThat(isNew(button)).isFalse();
      browser.release(button);
      console.awaitText("#cancelForm", TestFiles.value(file));
      console.click("#cancelForm\\:no");
      Await.until("drawn anew", Console.SOON, () -> browser.count(button) == 1 && isNew(button));

      browser.run("document.querySelector(arguments[0]).isOld = true", button);
      browser.run("document.querySelector(arguments[0]).previousElementSibling.focus()", button);
      browser.press(Keys.TAB);
      Await.until("it is told", Console.SOON, () -> browser.count("#held:not([hidden])") == 1);
      assertThat(isNew(button)).isFalse();
      browser.run("document.activeElement.blur()");
      Await.until("drawn anew", Console.SOON, () -> browser.count(button) == 1 && isNew(button));
      body(connection);
    }
  }

  @Test
  void pauseHoldsAllFigures() throws Exception {
    console.awaitText("#clock", ":");
    console.click("#pause");
    console.awaitText("#pause", "Go on");
    // One answer may still be on its way.
    Await.until(
        "its clock stands still",
        Console.SOON,
        () -> {
          String clock = browser.text("#clock");
          TimeUnit.SECONDS.sleep(2);
          return browser.text("#clock").equals(clock);
        });
    String clock = browser.text("#clock");
    console.click("#pause");
    console.awaitText("#pause", "Pause");
    Await.until("it goes on", Console.SOON, () -> !browser.text("#clock").equals(clock));
  }

  @Test
  void refusalsAreSeenAsTheyAreCounted() throws Exception {
    play("sendfile:files:none-while-open").hasStatus(404);
    Await.until(
        "a refusal a minute",
        Console.SOON,
        () -> browser.text("[data-figure=refused]").matches("[1-9][0-9.,]*|0\\.[1-9]"));
    console.click("#tiles a");
    console.awaitOwn("past.xhtml?reason=of-no-limit&since=15m");
  }

  @Test
  void downloadsAreOnTheFirstScreenBelowAProblem() throws Exception {
    configure("max-active-transfers", "8");
    List<RawConnection> running = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        running.add(begin("row-" + i, sendfile(file)));
      }
      console.awaitText(".problems", "max-active-transfers");
      browser.viewport(1280, 800);
      browser.screenshot("now-first-screen");
      assertThat(browser.number(ROOM_BELOW_THE_EIGHTH)).isNotNegative();
    } finally {
      for (RawConnection each : running) {
        each.close();
      }
    }
  }

  @Test
  void millisecondsAreSeenBesideMinutes() {
    Await.until("charts", Console.SOON, () -> browser.count("#firstByteChart[role=img]") == 1);
    List<?> seen =
        (List<?>)
            browser.run(
                """
                const now = Date.now();
                const point = (ago, micros) => ({at: now - ago, p50: micros, p90: micros, p99: micros});
                Sendfile.draw({now, step: 2000, points: [point(4000, 5e3), point(2000, 172e6)], marks: []});
                const {y} = Chart.getChart('firstByteChart').scales;
                return [y.bottom - y.getPixelForValue(5), ...y.ticks.map(({label}) => label)];
                """);
    assertThat(((Number) seen.get(0)).doubleValue()).as("height of 5 ms").isGreaterThan(5);
    assertThat(seen.toString()).contains(" ms", " s");
  }

  @Test
  void shortAddressOfIpv6StaysInOneLine() throws Exception {
    configure("trusted-proxies", "127.0.0.0/8");
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(
          RawConnection.get(
              Play.steps("header:X-Sendfile-Id=by-ipv6", sendfile(file)),
              "X-Forwarded-For: 2001:db8::2"));
      assertThat(connection.head().status()).isEqualTo(200);
      console.awaitText(TABLE, "2001:db8::2");
      assertThat(
              browser.number(
                  "document.querySelector('td.client > a').getBoundingClientRect().height"))
          .isLessThan(25);
    }
  }

  @Test
  void orderAskedForWhileTheListIsRedrawnIsShownAndInTheAddress() throws Exception {
    try (RawConnection connection = begin("sorted-1", sendfile(file))) {
      console.awaitText(TABLE, "sorted-1");
      browser.run("drawLists(); document.getElementById('running:table:rate').click()");
      Await.until(
          "the address",
          Console.SOON,
          () -> String.valueOf(browser.run("return location.search")).contains("sort=rate"));
      assertThat(browser.count("#running\\:table\\:rate[aria-sort=ascending]")).isEqualTo(1);
      body(connection);
    }
  }

  private boolean isNew(String css) {
    return Boolean.TRUE.equals(
        browser.run("return !document.querySelector(arguments[0]).isOld", css));
  }

  @Test
  void drainIsCountedDown() throws Exception {
    try (RawConnection connection = begin("drained-1", sendfile(file))) {
      server.command("drain-sendfile", "--deadline", "5m");
      console.awaitText("#problems", "draining: 1 download, 4:");
      assertThat(browser.text("main").split("draining", -1)).as("told once").hasSize(2);
      browser.screenshot("now-drain");
      console.click("#move");
      console.awaitText("#drainTitle", "Move the deadline?");
      browser.type("#drainForm\\:deadline", "9m");
      console.click("#drainForm\\:yes");
      Await.until(
          "another deadline",
          Console.SOON,
          () -> browser.text("#problems").matches("(?s).*draining: 1 download, (9:00|8:5).*"));
      assertThat(browser.text("main").split("draining", -1)).as("told once").hasSize(2);
      browser.run("document.activeElement.blur()");
      body(connection);
      console.awaitText("#problems", "drained: no download is left");
      console.own("configuration.xhtml");
      console.click("#resume");
      console.awaitText("#messages", "new downloads are admitted");
    } finally {
      server.command("drain-sendfile", "--cancel", "true");
    }
    Await.until(
        "the line is gone", Console.SOON, () -> !browser.text("#problems").contains("drained"));
  }

  @Test
  void problemsBeyondThreeAreFoldedAndStayUnfoldedWhenTheyAreRedrawn() throws Exception {
    Path folder = TestFiles.folder().resolveSibling("absent");
    for (int i = 0; i < 5; i++) {
      server.command("create-sendfile-root", "--path", folder.toString(), "absent-" + i);
    }
    try {
      console.awaitText("#otherProblems > summary", "more");
      console.click("#otherProblems > summary");
      browser.run("document.querySelector('#problems section').dataset.old = ''");
      Await.until(
          "they are redrawn",
          Console.SOON,
          () -> browser.count("#problems section:not([data-old])") == 1);
      console.awaitText("#otherProblems[open]", "root absent-4: missing");
      browser.screenshot("live-many-problems");
    } finally {
      for (int i = 0; i < 5; i++) {
        server.command("delete-sendfile-root", "absent-" + i);
      }
    }
  }

  @Test
  void rateOfADownloadIsChanged() throws Exception {
    configure("rate-bytes-per-second", "1000");
    try (RawConnection connection = begin("rate-by-console", sendfile(file))) {
      console.click(TABLE + " [data-dialog=rateDialog]");
      Await.until("the field", Console.SOON, () -> browser.count("#rateForm\\:rate") == 1);
      assertThat(browser.text("#rateForm")).contains("to 127.0.0.1 · ", "rate-by-console");
      browser.type("#rateForm\\:rate", "-5");
      console.click("#rateForm\\:yes");
      console.awaitText("#rateForm .ui-message-error", "is no amount");
      browser.type("#rateForm\\:rate", Keys.BACK_SPACE.toString());
      console.click("#rateForm\\:yes");
      // The words before end alike.
      Await.until(
          "the other words",
          Console.SOON,
          () ->
              browser
                  .text("#rateForm .ui-message-error")
                  .matches("(?s)(?!.*is no amount).*Give bytes per second.*"));
      assertThat(browser.text("#rateForm")).contains("to 127.0.0.1 · ", "rate-by-console");
      browser.screenshot("now-rate-emptied");
      assertThat(server.command("list-sendfile-transfers", "--long", "true"))
          .as("its limit is as it was")
          .contains("1000");
      browser.type("#rateForm\\:rate", "50M");
      console.click("#rateForm\\:yes");
      console.awaitText("#messages", "is sent at no more than 50000000 bytes/s (50 MB/s)");
      browser.screenshot("now-rate-said");
      // At a thousand bytes per second it would take hours.
      body(connection);
    }
  }

  @Test
  void rowLeadsToTheLimitThatHoldsIt() throws Exception {
    try (RawConnection connection = begin("limited-1", sendfile(file))) {
      assertThat(connection.head().status()).isEqualTo(200);
      server.command("create-sendfile-limit", "--application", "it", "--rate", "5k");
      console.awaitText(TABLE, "limit application-it");
      console.click("[aria-label='Show the limit application-it']");
      console.awaitText("#LIMIT", "5000 (5 kB/s)");
    } finally {
      server.command("delete-sendfile-limit", "application-it");
    }
  }

  @Test
  void rowLeadsToTheListenerWhoseRateHoldsIt() throws Exception {
    String listener = server.httpListener();
    server.command("set-sendfile-listener", "--rate-bytes-per-second", "1000", listener);
    try (RawConnection connection = begin("held-1", sendfile(file))) {
      assertThat(connection.head().status()).isEqualTo(200);
      String words = "rate-bytes-per-second of listener " + listener + ", 1.0 kB/s";
      console.awaitText(TABLE, "limited by " + words + " for each download");
      console.click("[aria-label='Show listener " + listener + "']");
      console.awaitText("#LISTENER", "rate-bytes-per-second=1000");
    } finally {
      server.command("delete-sendfile-listener", listener);
    }
  }

  @Test
  void clientIsKeptOutFromItsRow() throws Exception {
    try (RawConnection connection = begin("out-by-console", sendfile(file))) {
      assertThat(connection.head().status()).isEqualTo(200);
      console.click(TABLE + " [data-limit]");
      console.awaitText("#limitForm", "keeps out");
      assertThat(browser.text("#limited"))
          .contains("client 127.0.0.1", "application it", "root " + TestFiles.ROOT);
      browser.run("document.getElementById('limitForm:until').value = 'soon'");
      console.click("#limitForm\\:out");
      console.awaitText("#limitForm", "until: \"soon\" is no time");
      console.click("#limitForm [data-until='2h']");
      console.click("#limitForm\\:out");
      console.awaitText("#messages", "Client 127.0.0.1 is kept out until ");
      // The focus is at the row, which would hold it.
      console.awaitText(TABLE, "No transfer is running.");
      assertThatThrownBy(() -> body(connection)).isInstanceOf(IOException.class);
      console.click("#messages .lead a");
      console.awaitText("#LIMIT", "in force");
      play(sendfile(file)).hasStatus(429);
      console.own("past.xhtml?reason=limited-client&since=15m");
      console.click("[aria-label='Show the limit client-127-0-0-1']");
      console.awaitText("#LIMIT", "in force");
      console.click("[aria-label='Delete client-127-0-0-1']");
      console.awaitText("#delete", "Downloads of client 127.0.0.1 are let through again then.");
      browser.screenshot("limit-delete");
      console.click("#delete\\:yes");
      console.awaitText("#messages", "Limit client-127-0-0-1 is deleted");
      play(sendfile(file)).hasStatus(200);
    } finally {
      if (server.command("list-sendfile-limits").contains("client-127-0-0-1")) {
        server.command("delete-sendfile-limit", "client-127-0-0-1");
      }
    }
  }

  @Test
  void manyAreGroupedAndFilteredAndCancelledTogether() throws Exception {
    try (RawConnection kept = begin("kept-1", sendfile(file));
        RawConnection first = begin("many-1", sendfile(file));
        RawConnection second = begin("many-2", sendfile(file))) {
      browser.choose("#running\\:group", "root");
      console.awaitText("#running\\:groups", TestFiles.ROOT);
      browser.screenshot("now-groups");
      for (int width : new int[] {1280, 1024, 390}) {
        assertThat(console.misplaced(width)).as("at %d", width).isEmpty();
      }
      browser.run("document.getElementById('running').scrollIntoView()");
      browser.screenshot("now-groups-phone");
      assertThat(browser.text("#running\\:groups"))
          .containsPattern("(?s)Slowest.* [kM]?B/s.*Bytes left.* MB");
      browser.viewport(1280, 900);
      console.click("#running\\:groups [data-word]");
      console.awaitText(TABLE, "kept-1");
      assertThat(browser.run("return document.getElementById('running:filter').value"))
          .isEqualTo("root:" + TestFiles.ROOT);

      browser.type("#running\\:filter", "KEPT-");
      console.awaitText("#sum", "1 of 3 · ");
      browser.type("#running\\:filter", "three-of<b>");
      console.awaitText(TABLE, "none of 3 running transfers fits “three-of<b>”");
      browser.type("#running\\:filter", "id:many-* rate<fast");
      console.awaitText("#running\\:wrong", "“rate<fast” has no amount. Give one such as 64k");
      console.awaitText(TABLE, "No transfer is shown");
      browser.screenshot("now-wrong-filter");
      browser.type("#running\\:filter", "id:many-* age<1h");
      console.awaitText("#sum", "2 of 3 · ");
      console.click("#running\\:table\\:rate");
      Await.until(
          "the address",
          Console.SOON,
          () -> String.valueOf(browser.run("return location.search")).contains("sort=rate"));

      console.own("now.xhtml" + browser.run("return location.search"));
      assertThat(browser.run("return document.getElementById('running:filter').value"))
          .isEqualTo("id:many-* age<1h");
      assertThat(browser.count("#running\\:table\\:rate[aria-sort=ascending]")).isEqualTo(1);
      console.awaitText(TABLE, "many-1");
      assertThat(browser.text(TABLE)).contains("many-2").doesNotContain("kept-1");

      console.awaitText("#manyOf", "2 filtered");
      console.click("#running\\:cancels");
      console.awaitText("#cancelsForm", "2 transfers by the filter id:many-* age<1h");
      assertThat(browser.text("#cancelsForm")).contains("many-1", "many-2");
      browser.screenshot("now-cancel-many");
      console.click("#cancelsForm\\:yes");
      console.awaitText("#messages", "Cancelled 2 of 2 transfers.");
      browser.type("#running\\:filter", Keys.BACK_SPACE.toString());
      console.awaitText(TABLE, "kept-1");
      assertThat(browser.count("#many:not([hidden])")).as("actions on all").isZero();
      assertThat(kept.head().status()).isEqualTo(200);
      assertThat(first.head().status()).isEqualTo(200);
      assertThat(second.head().status()).isEqualTo(200);
    }
    // The left edge is a quarter of an hour ago; a mark may be there.
    browser.run(
        "const chart = Chart.getChart('rateChart');"
            + " chart.options.onClick({x: chart.scales.x.left}, [], chart)");
    Await.until(
        "the page of that time",
        Console.SOON,
        () ->
            String.valueOf(browser.run("return location.href"))
                .matches(
                    ".*/past\\.xhtml\\?since=[-0-9T%3AZ]+&until=[-0-9T%3AZ]+(&show=changes)?"));
  }

  @Test
  void chosenOnesAreCancelledTogether() throws Exception {
    try (RawConnection kept = begin("kept-1", sendfile(file));
        RawConnection first = begin("chosen-1", sendfile(file));
        RawConnection second = begin("chosen-2", sendfile(file))) {
      for (String id : new String[] {"chosen-1", "chosen-2"}) {
        console.click(TABLE + " input[data-about*=" + id + "]");
      }
      console.awaitText("#manyOf", "2 chosen");
      browser.run("drawLists()");
      Await.until(
          "they stay chosen",
          Console.SOON,
          () -> browser.count(TABLE + " input[name=row]:checked") == 2);
      console.click("#running\\:cancels");
      console.awaitText("#cancelsForm", "2 transfers that you chose");
      assertThat(browser.text("#cancelsForm")).contains("chosen-1", "chosen-2");
      server.command("cancel-sendfile-transfer", "chosen-1");
      console.click("#cancelsForm\\:yes");
      console.awaitText("#messages", "Cancelled 1 of 2 transfers. 1 had ended, or could not");
      assertThat(browser.text("#messages")).contains("chosen-1").doesNotContain("chosen-2");
      console.awaitText("#sum", "1 · ");
      assertThat(kept.head().status()).isEqualTo(200);
      assertThat(first.head().status()).isEqualTo(200);
      assertThat(second.head().status()).isEqualTo(200);
    }
  }

  @Test
  void rowsAreWholeCardsOnADarkPhone() throws Exception {
    try (RawConnection connection = begin("on-a-phone", sendfile(file))) {
      assertThat(connection.head().status()).isEqualTo(200);
      browser.open(console.uri("/sendfile-app/now.xhtml"));
      browser.dark(true);
      browser.viewport(390, 844);
      console.awaitText(TABLE, TestFiles.value(file));
      assertThat(browser.number("document.documentElement.scrollWidth - innerWidth"))
          .isLessThanOrEqualTo(0);
      browser.screenshot("now-phone");
      browser.run("document.getElementById('running').scrollIntoView()");
      browser.screenshot("now-phone-card");
      assertThat(
              browser.number(
                  "document.querySelector('#running\\\\:table_data"
                      + " tr').getBoundingClientRect().height"))
          .isLessThan(220);
      assertThat(browser.text(TABLE + "_data"))
          .contains("on-a-phone · it", " on average")
          .containsPattern("Time left\\s*\\d[^A]+Age\\s*\\d");
      assertThat(
              browser.run(
                  "return document.getElementById('running:table_reflowDD').selectedOptions[0].text"))
          .asString()
          .startsWith("Age Desc");
      assertThat(
              browser.number(
                  "Math.min(...[...document.querySelectorAll('#running\\\\:table_data button')].map("
                      + "button => button.getBoundingClientRect().height))"))
          .as("height of the lowest button, as that to a limit")
          .isGreaterThanOrEqualTo(32);
    }
  }
}
