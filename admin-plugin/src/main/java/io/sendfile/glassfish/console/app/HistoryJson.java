package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Distribution;
import io.sendfile.glassfish.console.app.Source.Chart;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * JSON of the charts: points and marks. Rates are bytes per second, times to the first byte
 * microseconds, moments milliseconds since the epoch. A point about a time without a first byte has
 * no such times, and one without refusals or failures none of these, which are a minute.
 */
final class HistoryJson {
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private HistoryJson() {}

  /** Points and marks of a stretch of time, by its steps, with the server's clock. */
  static JsonObject of(Chart chart, Span span, Instant now) {
    return LiveJson.at(now)
        .add("from", span.from().toEpochMilli())
        .add("to", span.to().toEpochMilli())
        .add("step", span.step().toMillis())
        .add("points", points(chart.points()))
        .add("marks", marks(chart.marks()))
        .build();
  }

  /** The points after a moment. */
  static JsonArrayBuilder samples(List<Point> points, long since) {
    return points(points.stream().filter(point -> point.at() > since).toList());
  }

  private static JsonArrayBuilder points(List<Point> points) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    for (Point point : points) {
      JsonObjectBuilder json =
          times(point.firstByteNanos())
              .add("at", point.at())
              .add("rate", point.rate())
              .add("active", point.active())
              .add("waiting", point.waiting());
      addPositive(json, "refused", point.missed().refused());
      addPositive(json, "failed", point.missed().failed());
      addPositive(json, "aborted", point.missed().aborted());
      array.add(json);
    }
    return array;
  }

  private static void addPositive(JsonObjectBuilder json, String name, double value) {
    if (value > 0) {
      json.add(name, value);
    }
  }

  static JsonObjectBuilder times(Distribution nanos) {
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
              .add("at", mark.time().toEpochMilli())
              .add("kind", mark.kind().label())
              .add("who", Text.line(mark.who()))
              .add("text", Text.plain(mark.text())));
    }
    return array;
  }
}
