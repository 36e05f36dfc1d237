package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.history.History;
import io.sendfile.glassfish.history.Mark;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.stats.StatsRecorder;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryJsonTest {
  private Instant now = Instant.parse("2026-11-24T10:00:00Z");
  private final Statistics stats = new Statistics(() -> now);
  private final StatsRecorder recorder = stats.listener("clear").root("media");
  private final History history = new History(null);

  private void passes(Duration time) {
    now = now.plus(time);
    history.sample(stats.ever(), now.toEpochMilli() * 1_000_000);
  }

  private List<JsonObject> samples(long since) {
    return HistoryJson.samples(history, since).build().getValuesAs(JsonObject.class);
  }

  @Test
  void rateOfASampleIsTheAverageOfHalfAMinute() {
    passes(Duration.ZERO);
    recorder.sent(30_000, 0);
    passes(Duration.ofSeconds(10));
    passes(Duration.ofSeconds(20));
    passes(Duration.ofSeconds(10));

    assertThat(samples(0))
        .extracting(sample -> sample.getInt("rate"))
        .containsExactly(3000, 1000, 0);
  }

  @Test
  void onlyNewSamplesAreTold() {
    passes(Duration.ZERO);
    recorder.sent(30_000, 0);
    passes(Duration.ofSeconds(10));
    long known = now.toEpochMilli();
    passes(Duration.ofSeconds(20));

    assertThat(samples(known)).singleElement().extracting(s -> s.getInt("rate")).isEqualTo(1000);
    assertThat(samples(now.toEpochMilli())).isEmpty();
  }

  @Test
  void timesAreThoseOfTheWindowAndMissingWithoutAnEndedTransfer() {
    passes(Duration.ZERO);
    recorder.sent(1, 0);
    recorder.finished(Outcome.COMPLETED, 1, 1_000_000_000, 1_000_000_000);
    passes(Duration.ofSeconds(2));
    passes(Duration.ofSeconds(30));

    assertThat(samples(0).get(0).getInt("p50")).isBetween(900_000, 1_250_000);
    assertThat(samples(0).get(1)).doesNotContainKey("p50");
    assertThat(HistoryJson.recentTimes(history).build()).containsKey("p99");
  }

  @Test
  void longerRangeHasPointsAndMarks() throws IOException {
    JsonObject json = HistoryJson.of(history, Range.of("1d"), now, ZoneOffset.UTC);

    assertThat(json.getInt("step")).isEqualTo(300_000);
    assertThat(json.getJsonArray("points")).isEmpty();
    assertThat(json.getJsonArray("marks")).isEmpty();
  }

  @Test
  void unknownRangeIsTheShortest() {
    assertThat(Range.of("2d")).isEqualTo(Range.QUARTER);
    assertThat(Range.of(null)).isEqualTo(Range.QUARTER);
  }

  @Test
  void textsOfMarksThatWouldReorderALineAreMadeVisible() {
    Mark mark = new Mark(now, Mark.Kind.DEPLOYED, "a\u202eb", "shop\u202e");

    assertThat(HistoryJson.marks(List.of(mark)).build().toString())
        .contains("a\\\\u202eb", "shop\\\\u202e");
  }
}
