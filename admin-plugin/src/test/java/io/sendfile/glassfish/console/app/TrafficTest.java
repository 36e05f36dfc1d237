package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final Set<String> ONE = Set.of("one");

  private final Traffic traffic = new Traffic();
  private Instant now = Instant.parse("2026-11-24T10:00:00Z");

  /** The rate shown some seconds later, when the root has sent so many bytes in all. */
  private String rate(Set<String> servers, int seconds, long bytes) {
    now = now.plus(Duration.ofSeconds(seconds));
    return rows(servers, "media", bytes).get(0).text("rate");
  }

  private List<Traffic.Row> rows(Set<String> servers, String name, long bytes) {
    Statistics stats = new Statistics(() -> now);
    stats.listener("clear").root(name).sent(bytes, 0);
    StatsSnapshot totals = stats.snapshot();
    return traffic.rows(servers, Map.of(name, totals));
  }

  @Test
  void firstReadingHasNoRate() {
    assertThat(rate(ONE, 0, 5_000_000)).isEqualTo("–");
    assertThat(rate(ONE, 0, 5_000_000)).as("at the same moment").isEqualTo("–");
  }

  @Test
  void rateIsTheAverageOfHalfAMinute() {
    rate(ONE, 0, 0);
    assertThat(rate(ONE, 4, 4_000)).isEqualTo("1.0 kB/s");
    assertThat(rate(ONE, 4, 4_000)).isEqualTo("500 B/s");
    assertThat(rate(ONE, 28, 60_000)).as("since the second reading").isEqualTo("1.8 kB/s");
    assertThat(rate(ONE, 30, 60_000)).as("all before is forgotten").isEqualTo("0 B/s");
  }

  @Test
  void counterThatWentBackBeginsAnew() {
    rate(ONE, 0, 9_000);
    assertThat(rate(ONE, 4, 100)).isEqualTo("–");
    assertThat(rate(ONE, 4, 4_100)).isEqualTo("1.0 kB/s");
  }

  @Test
  void sumOfOtherServersIsNoTraffic() {
    rate(ONE, 0, 1_000);
    assertThat(rate(Set.of("one", "two"), 4, 9_000_000)).isEqualTo("–");
    assertThat(rate(Set.of("one", "two"), 4, 9_004_000)).isEqualTo("1.0 kB/s");
  }

  @Test
  void rootThatWasAwayBeginsAnew() {
    rate(ONE, 0, 1_000);
    rows(ONE, "other", 0);
    assertThat(rate(ONE, 4, 5_000)).isEqualTo("–");
  }

  @Test
  void namesThatWouldReorderALineAreMadeVisible() {
    assertThat(rows(ONE, "one\u202eowt", 1).get(0).name()).isEqualTo("one\\u202eowt");
  }

  @Test
  void numbersAreToldInWordsAndSortedBySize() {
    Traffic.Row row = rows(ONE, "media", 1_234_567).get(0);
    assertThat(List.of("rate", "active", "refused", "bytes"))
        .extracting(row::text)
        .containsExactly("–", "0", "0", "1.2 MB");
    assertThat(List.of("rate", "active", "refused", "bytes"))
        .extracting(row::value)
        .containsExactly(-1L, 0L, 0L, 1_234_567L);
    assertThat(new Traffic.Row("absent", Map.of()).text("bytes")).isEqualTo("–");
  }
}
