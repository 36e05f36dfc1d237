package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Statistics;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Point;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryJsonTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private static List<JsonObject> samples(List<Point> points, long since) {
    return ChartJson.samples(points, since).build().getValuesAs(JsonObject.class);
  }

  private static Distribution oneSecond() {
    Statistics stats = new Statistics(() -> NOW);
    stats.listener("clear").root("media").firstByte(1_000_000_000);
    return stats.snapshot().counts().firstByteNanos();
  }

  @Test
  void timesAreMissingWithoutAFirstByte() {
    List<JsonObject> samples =
        samples(
            List.of(
                new Point(1, 0, 0, 0, oneSecond(), Missed.NONE),
                new Point(2, 0, 0, 0, Distribution.NONE, Missed.NONE)),
            0);

    assertThat(samples.get(0).getInt("p50")).isBetween(900_000, 1_250_000);
    assertThat(samples.get(1)).doesNotContainKey("p50");
  }

  @Test
  void refusedAndFailedAreThereIfThereAreAny() {
    JsonObject some =
        samples(List.of(new Point(1, 0, 0, 0, Distribution.NONE, new Missed(2.5, 0, 1))), 0).get(0);

    assertThat(some.getJsonNumber("refused").doubleValue()).isEqualTo(2.5);
    assertThat(some).doesNotContainKey("failed").containsKey("aborted");
  }

  @Test
  void onlyPointsAfterAMomentAreTold() {
    List<Point> points =
        List.of(
            new Point(1000, 7, 1, 0, Distribution.NONE, Missed.NONE),
            new Point(3000, 8, 1, 0, Distribution.NONE, Missed.NONE));

    assertThat(samples(points, 1000))
        .singleElement()
        .extracting(sample -> sample.getInt("rate"))
        .isEqualTo(8);
  }

  @Test
  void longerRangeHasPointsAndMarks() {
    JsonObject json =
        ChartJson.of(
            new Chart(List.of(), List.of(), List.of(), List.of(), List.of()),
            Span.parse(null, null, "1d", NOW),
            NOW);

    assertThat(json.getJsonNumber("to").longValue() - json.getJsonNumber("from").longValue())
        .isEqualTo(86_400_000);
    assertThat(json.getInt("step")).isEqualTo(300_000);
    assertThat(json.getJsonArray("points")).isEmpty();
    assertThat(json.getJsonArray("highest")).isEmpty();
    assertThat(json.getJsonArray("marks")).isEmpty();
  }

  @Test
  void textsOfMarksThatWouldReorderALineAreMadeVisible() {
    Mark mark = new Mark(NOW, Mark.Kind.DEPLOYED, "a\u202eb", "shop\u202e");

    assertThat(ChartJson.marks(List.of(mark)).build().toString())
        .contains("a\\\\u202eb", "shop\\\\u202e");
  }
}
