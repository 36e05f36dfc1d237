package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveJsonTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private static LiveFigures figures(long bytes, Mark... marks) {
    Statistics stats = new Statistics(() -> NOW);
    stats.listener("clear").root("media").sent(bytes, 0);
    return new LiveFigures(
        new LimitUsage(0, 4, 0, 100, 0, 10, 0, Limits.NONE),
        Load.NONE,
        stats.snapshot(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(marks));
  }

  private static JsonObject json(Live live) {
    return ChartJson.of(live, 0, 0, 0, NOW);
  }

  @Test
  void clusterHasTheSum() {
    JsonObject json =
        json(new Live(Map.of("one", figures(5), "two", figures(7)), List.of("three: gone")));

    assertThat(json.getInt("maxActive")).isEqualTo(200);
    assertThat(json.toString()).doesNotContain("three");
  }

  private static JsonObject poll(Live live, long marks, Instant last) {
    return ChartJson.of(live, NOW.toEpochMilli(), marks, last.toEpochMilli(), NOW);
  }

  private static Mark mark(int secondsAgo) {
    String text = "root lectures-of-department-" + secondsAgo + " is created: path /srv/lectures";
    return new Mark(NOW.minusSeconds(secondsAgo), Mark.Kind.CONFIGURATION, "ada", text);
  }

  private static Live live(Mark... marks) {
    return new Live(Map.of("one", figures(5, marks)), List.of());
  }

  /** With each poll all marks of 15 minutes came, 1.4 MB where there are 300 roots. */
  @Test
  void pageGetsTheMarksThatItLacks() {
    Live live = live(mark(600), mark(50), mark(9), mark(2));

    JsonObject next = poll(live, 2, NOW.minusSeconds(9));
    assertThat(next.getJsonArray("marks").toString()).contains("department-2 ");
    assertThat(next.getJsonArray("marks")).hasSize(1);
    assertThat(next.getJsonNumber("marksAfter").longValue())
        .isEqualTo(NOW.minusSeconds(9).toEpochMilli());
    assertThat(json(live).getJsonArray("marks")).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 9", "1, 9", "2, 8", "9223372036854775807, 9"})
  void pageThatMissedOneGetsThoseOfTheMinuteBefore(long marks, int last) {
    JsonObject next =
        poll(live(mark(600), mark(50), mark(9), mark(2)), marks, NOW.minusSeconds(last));

    assertThat(next.getJsonArray("marks")).hasSize(3);
    assertThat(next.getJsonNumber("marksAfter").longValue())
        .isEqualTo(NOW.minusSeconds(60).toEpochMilli());
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
