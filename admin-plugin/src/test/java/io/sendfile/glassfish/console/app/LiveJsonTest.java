package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.AdmissionControl.LimitUsage;
import io.sendfile.core.transfer.AdmissionControl.Limits;
import io.sendfile.glassfish.admin.LiveFigures;
import io.sendfile.glassfish.admin.LiveFigures.Buffers;
import io.sendfile.glassfish.console.app.Source.Live;
import io.sendfile.spi.BufferPolicy.Figures;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveJsonTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private static LiveFigures figures(long bytes) {
    Statistics stats = new Statistics(() -> NOW);
    stats.listener("clear").root("media").sent(bytes, 0);
    return new LiveFigures(
        "",
        new LimitUsage(0, 4, 0, 100, 0, 10, 0, Limits.NONE),
        stats.snapshot(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        Distribution.NONE,
        List.of());
  }

  private static JsonObject json(Live live) {
    return LiveJson.of(live, 0, NOW);
  }

  private static List<String> texts(JsonObject json, String name) {
    return json.getJsonArray(name).stream().map(JsonValue::toString).toList();
  }

  @Test
  void namesThatWouldReorderALineAreMadeVisible() {
    Buffers heap = new Buffers("heap", new Figures(0, 0, 0, 0, 0, 0, 0));

    assertThat(LiveJson.buffers(Map.of("one\u202eowt", heap)).build().toString())
        .contains("one\\\\u202eowt")
        .doesNotContain("\u202e");
  }

  @Test
  void oneServerHasNoInstances() {
    JsonObject json = json(new Live(Map.of("server", figures(5)), List.of()));

    assertThat(json.getJsonObject("totals").getInt("bytes")).isEqualTo(5);
    assertThat(json.getJsonArray("instances")).isEmpty();
    assertThat(json.getJsonArray("failures")).isEmpty();
  }

  @Test
  void clusterHasTheSumAndEach() {
    JsonObject json =
        json(new Live(Map.of("one", figures(5), "two", figures(7)), List.of("three: gone")));

    assertThat(json.getJsonObject("totals").getInt("bytes")).isEqualTo(12);
    assertThat(json.getJsonArray("instances").getValuesAs(JsonObject.class))
        .extracting(each -> each.getString("name"), each -> each.getInt("bytes"))
        .containsExactlyInAnyOrder(tuple("one", 5), tuple("two", 7));
    assertThat(texts(json, "failures")).containsExactly("\"three: gone\"");
  }

  @Test
  void withoutAnAnswerThereAreFailuresOnly() {
    JsonObject json = json(new Live(Map.of(), List.of("one: refused\u202e")));

    assertThat(json).doesNotContainKey("totals");
    assertThat(texts(json, "failures")).containsExactly("\"one: refused\\\\u202e\"");
  }
}
