package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.history.History;
import io.sendfile.glassfish.history.Interval;
import io.sendfile.glassfish.history.Mark;
import io.sendfile.glassfish.stats.Distribution;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * JSON of the charts: points and marks. Rates are bytes per second, times to the first byte
 * microseconds, moments milliseconds since the epoch. A point without an ended transfer has no
 * times.
 */
final class HistoryJson {
  /** Over this time points of samples are averaged, as kernels take bytes in lumps. */
  private static final Duration WINDOW = Duration.ofSeconds(30);

  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private HistoryJson() {}

  /**
   * Points of a range, by its steps.
   *
   * @param offset of the server's clock
   * @throws IOException if the history cannot be read
   */
  static JsonObject of(History history, Range range, Instant now, ZoneOffset offset)
      throws IOException {
    Instant from = now.minus(range.length());
    JsonArrayBuilder points = JSON.createArrayBuilder();
    for (Interval each : history.between(from, now, range.step(), offset)) {
      points.add(
          times(each.firstByteNanos())
              .add("at", each.start())
              .add("rate", each.bytesPerSecond())
              .add("active", each.meanActive())
              .add("waiting", each.meanWaiting()));
    }
    return JSON.createObjectBuilder()
        .add("now", now.toEpochMilli())
        .add("step", range.step().toMillis())
        .add("points", points)
        .add("marks", marks(history.marks(from, now)))
        .build();
  }

  /** A point for each sample after a moment, of the figures of the {@link #WINDOW} before. */
  static JsonArrayBuilder samples(History history, long since) {
    JsonArrayBuilder points = JSON.createArrayBuilder();
    List<Interval> window = new ArrayList<>();
    for (Interval each : history.recent(since - WINDOW.toMillis())) {
      window.add(each);
      window.removeIf(old -> old.end() <= each.end() - WINDOW.toMillis());
      if (each.end() > since) {
        Interval together = window.stream().reduce(Interval::plus).orElse(each);
        points.add(
            times(together.firstByteNanos())
                .add("at", each.end())
                .add("rate", together.bytesPerSecond())
                .add("active", each.active().most())
                .add("waiting", each.waiting().most()));
      }
    }
    return points;
  }

  /** Times to the first byte of all samples in memory. */
  static JsonObjectBuilder recentTimes(History history) {
    return times(
        history.recent(0).stream()
            .map(Interval::firstByteNanos)
            .reduce(Distribution.NONE, Distribution::plus));
  }

  private static JsonObjectBuilder times(Distribution nanos) {
    JsonObjectBuilder times = JSON.createObjectBuilder();
    if (nanos.count() > 0) {
      nanos.percentiles(1000).forEach(times::add);
    }
    return times;
  }

  static JsonArrayBuilder marks(List<Mark> marks) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    for (Mark mark : marks) {
      array.add(
          JSON.createObjectBuilder()
              .add("at", mark.at().toEpochMilli())
              .add("kind", mark.kind().label())
              .add("who", Text.plain(mark.who()))
              .add("text", Text.plain(mark.text())));
    }
    return array;
  }
}
