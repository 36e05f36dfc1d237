package io.sendfile.core.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T08:00:00.123Z");

  private enum Kind {
    BIG_FILE,
    SMALL
  }

  private record Part(Kind kind, double share) {}

  private record Whole(
      String name, boolean done, int percent, Instant endOfAll, Duration time, List<Part> parts) {}

  private static final Whole WHOLE =
      new Whole("a", true, 7, NOW, Duration.ofSeconds(2), List.of(new Part(Kind.BIG_FILE, 0.5)));

  @Test
  void valuesArePlainAndNamedWithDashes() {
    assertThat(Records.write(WHOLE))
        .isEqualTo(
            Map.of(
                "name",
                "a",
                "done",
                true,
                "percent",
                7,
                "end-of-all",
                "2026-11-22T08:00:00.123Z",
                "time",
                2000L,
                "parts",
                List.of(Map.of("kind", "big-file", "share", 0.5))));
  }

  @Test
  void recordIsReadAsItWasWritten() {
    assertThat(Records.read(Whole.class, Records.write(WHOLE))).contains(WHOLE);
    StatsSnapshot now =
        new StatsSnapshot(
            NOW,
            NOW.plusSeconds(1),
            new Counts(
                Map.of(Figure.BYTES_ZERO_COPY, Long.MAX_VALUE),
                Map.of(Breakdown.REFUSALS, Map.of("missing", 2L)),
                Distribution.parse("9 50:2"),
                Distribution.NONE),
            1,
            2,
            3,
            4,
            5);
    assertThat(Records.read(StatsSnapshot.class, Records.write(now))).contains(now);
  }

  /** As JSON has them, by the server. */
  @Test
  void numbersMayBeTextsOrOfAnotherSize() {
    Map<String, Object> values =
        Map.of(
            "done", "true", "percent", 7L, "parts", List.of(Map.of("kind", "small", "share", 1)));

    assertThat(Records.read(Whole.class, values))
        .contains(
            new Whole("", true, 7, Instant.EPOCH, Duration.ZERO, List.of(new Part(Kind.SMALL, 1))));
  }

  @Test
  void unknownIsLeftOutAndMissingIsZero() {
    Map<String, Object> values =
        Map.of(
            "invented-later",
            3,
            "parts",
            List.of(Map.of("kind", "invented-later"), Map.of("kind", "small")));

    assertThat(Records.read(Whole.class, values))
        .contains(
            new Whole(
                "", false, 0, Instant.EPOCH, Duration.ZERO, List.of(new Part(Kind.SMALL, 0))));
    assertThat(Records.read(Part.class, Map.of("kind", "invented-later"))).isEmpty();
    StatsSnapshot none = Records.read(StatsSnapshot.class, Map.of()).orElseThrow();
    assertThat(none.counts()).isEqualTo(Counts.NONE);
  }

  @Test
  void malformedValueIsRefused() {
    for (Map<String, String> values :
        List.of(Map.of("percent", "many"), Map.of("end-of-all", "yesterday"))) {
      assertThatIllegalArgumentException().isThrownBy(() -> Records.read(Whole.class, values));
    }
  }

  @Test
  void flatRecordHasTexts() {
    assertThat(Records.texts(new Part(Kind.SMALL, 0.25)))
        .containsExactly(Map.entry("kind", "small"), Map.entry("share", "0.25"));
  }
}
