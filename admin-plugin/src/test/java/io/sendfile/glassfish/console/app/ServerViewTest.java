package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.answers.LiveFigures.Buffers;
import io.sendfile.glassfish.console.app.ServerView.Limit;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Use;
import io.sendfile.spi.BufferFigures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerViewTest {
  private static final Instant THEN = Instant.parse("2026-11-24T04:00:00Z");
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private final Statistics stats = new Statistics(() -> NOW);
  private final StatsRecorder recorder = stats.listener("clear").root("media");
  private final ServerView view = new ServerView();

  private void show(long maxBytes) {
    view.show(
        new Live(
            Map.of(
                "server",
                new LiveFigures(
                    new LimitUsage(1, 4, 2500, 10_000, 0, 0, 3_000_000, maxBytes),
                    new Load(
                        0,
                        0,
                        new Use(9_000, 10_000, 11, 6, THEN.toEpochMilli()),
                        new Use(7, 0),
                        new Use(4, 4),
                        new Use(5_000_000, 0)),
                    stats.snapshot(),
                    Map.of("clear", stats.snapshot()),
                    Map.of(),
                    Map.of(
                        "one\u202eowt",
                        new Buffers("heap", new BufferFigures(0, 1, 2, 3, 4, 5, 6))),
                    List.of(),
                    List.of())),
            List.of()));
  }

  @Test
  void limitsStandBesideTheirUse() {
    recorder.refused(RefusalReason.OVERLOADED.code());
    show(12_000_000);

    assertThat(view.getLimits())
        .extracting(
            each -> each.setting().attribute(),
            Limit::now,
            Limit::limit,
            each -> each.present().said())
        .containsExactly(
            tuple("max-active-transfers", "2,500", "10,000", "25 %"),
            tuple("max-waiting-transfers", "0", "0", "–"),
            tuple("worker-threads", "1", "4", "25 %"),
            tuple("max-buffered-bytes", "3.0 MB", "12.0 MB", "25 %"));
    assertThat(view.getLimits())
        .extracting(Limit::reason, Limit::refused)
        .containsExactly(
            tuple("", "none: others wait"),
            tuple("overloaded", "1"),
            tuple("", "none: others wait"),
            tuple("buffers-full", "0"));
  }

  @Test
  void highestUseIsAShareOfTheLimitOfItsTime() {
    show(12_000_000);

    assertThat(view.getLimits())
        .extracting(Limit::peak, Limit::at)
        .containsExactly(
            tuple("183 % (11 of 6)", Text.clock(THEN)),
            tuple("7", ""),
            tuple("100 % (4 of 4)", ""),
            tuple("25 % (3.0 MB of 12.0 MB)", Text.clock(NOW)));
    assertThat(view.getLimits().get(0).around())
        .contains("&since=2026-11-24T03%3A55%3A00Z", "&until=2026-11-24T04%3A05%3A00Z");
  }

  @Test
  void memoryMayHaveNoLimit() {
    show(Limits.NONE);

    assertThat(view.getLimits())
        .last()
        .extracting(Limit::limit, Limit::peak)
        .containsExactly("none", "5.0 MB");
  }

  @Test
  void totalsAreInWordsAndForeignNamesArePlain() {
    recorder.status(404);
    recorder.status(200);
    recorder.status(404);
    recorder.sent(1, 2_999_999);
    show(Limits.NONE);

    ServerView.Totals totals = view.getTotals();
    assertThat(totals).isNotNull();
    assertThat(totals.statuses()).containsExactly(Map.entry("200", "1"), Map.entry("404", "2"));
    assertThat(totals.lists("404")).isTrue();
    assertThat(totals.lists("416")).as("counted only").isFalse();
    assertThat(totals.sent()).isEqualTo("3.0 MB");
    assertThat(totals.zeroCopy()).isEqualTo("> 99 %");
    assertThat(view.getListeners()).extracting(Traffic.Row::name).containsExactly("clear");
    assertThat(view.getBuffers())
        .extracting(ServerView.Buffer::listener)
        .containsExactly("one\\u202eowt");
  }

  @Test
  void withoutAnAnswerThereAreFailuresOnly() {
    view.show(new Live(Map.of(), List.of("one: refused\u202e")));

    assertThat(view.getTotals()).isNull();
    assertThat(view.getLimits()).isEmpty();
    assertThat(view.getMissing()).containsExactly("one: refused\\u202e");
  }
}
