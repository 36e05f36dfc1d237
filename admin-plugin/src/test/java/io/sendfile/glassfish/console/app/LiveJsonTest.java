package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.console.app.InstancesView.Line;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Mark;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveJsonTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private static LiveFigures figures(long bytes, Mark... marks) {
    Statistics stats = new Statistics(() -> NOW);
    stats.listener("clear").root("media").sent(bytes, 0);
    return new LiveFigures(
        "",
        new LimitUsage(0, 4, 0, 100, 0, 10, 0, Limits.NONE),
        Load.NONE,
        stats.snapshot(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        Distribution.NONE,
        List.of(marks));
  }

  private static JsonObject json(Live live) {
    return ChartJson.of(live, 0, NOW);
  }

  @Test
  void clusterHasTheSum() {
    JsonObject json =
        json(new Live(Map.of("one", figures(5), "two", figures(7)), List.of("three: gone")));

    assertThat(json.getJsonObject("totals").getInt("bytes")).isEqualTo(12);
    assertThat(json.toString()).doesNotContain("three");
  }

  /** With each poll all marks of 15 minutes came, 1.4 MB where there are 300 roots. */
  @Test
  void pageGetsNewMarksAndThoseOfTheMinuteBeforeThem() {
    Mark old = new Mark(NOW.minusSeconds(600), Mark.Kind.CONFIGURATION, "ada", "x");
    Mark late = new Mark(NOW.minusSeconds(50), Mark.Kind.CONFIGURATION, "ada", "y");
    Live live = new Live(Map.of("one", figures(5, old, late)), List.of());

    JsonObject next = ChartJson.of(live, NOW.toEpochMilli(), NOW);
    assertThat(next.getJsonArray("marks")).hasSize(1);
    assertThat(next.getJsonNumber("marksAfter").longValue())
        .isEqualTo(NOW.minusSeconds(60).toEpochMilli());
    assertThat(ChartJson.of(live, 0, NOW).getJsonArray("marks")).hasSize(2);
  }

  @Test
  void withoutAnAnswerThereIsTheClockOnly() {
    JsonObject json = json(new Live(Map.of(), List.of("one: refused")));

    assertThat(json).containsOnlyKeys("now");
  }

  @Test
  void instancesAreListedWithThoseThatAreSilent() {
    assertThat(Line.of("one", figures(5_000)))
        .isEqualTo(new Line("one", "–", "–", "–", "–", "5.0 kB"));
    assertThat(Line.silent("two\u202e: refused"))
        .extracting(Line::name, Line::rate)
        .containsExactly("two\\u202e", "no response");
  }
}
