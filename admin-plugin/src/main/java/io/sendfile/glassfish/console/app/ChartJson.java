package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.Outcome;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * JSON of the page Now and of the charts: points and marks. Rates are bytes per second, times to
 * the first byte microseconds, moments milliseconds since the epoch. A point about a time without a
 * first byte has no such times, and one without refusals or failures none of these, which are a
 * minute.
 */
final class ChartJson {
  /** A step up to which the mean tells enough. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Reused: each static method of {@code Json} searches all jars for its provider. */
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private ChartJson() {}

  /**
   * The document of the page Now; without figures if no server has responded.
   *
   * @param since the moment after which samples are new to the page, and some time before which it
   *     has all marks
   */
  static JsonObject of(Live live, long since, Instant now) {
    JsonObjectBuilder document = at(now);
    long marked = LiveFigures.marksAfter(since);
    live.together()
        .ifPresent(
            figures ->
                document
                    .add("samples", samples(figures.points(), since))
                    .add("times", times(figures.firstByteNanos()))
                    .add("drain", Text.plain(figures.drain()))
                    .add("totals", totals(figures.totals()))
                    .add("limits", limits(figures))
                    .add("marksAfter", marked)
                    .add(
                        "marks",
                        marks(
                            figures.marks().stream()
                                .filter(mark -> mark.time().toEpochMilli() > marked)
                                .toList())));
    return document.build();
  }

  /** Points and marks of a stretch of time, by its steps, with the time; highs of long steps. */
  static JsonObject of(Chart chart, Span span, Instant now) {
    JsonObjectBuilder json = at(now);
    if (span.step().compareTo(MINUTE) > 0) {
      json.add("highest", points(chart.highest()));
    }
    return json.add("from", span.from().toEpochMilli())
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

  /** A document with the time. */
  static JsonObjectBuilder at(Instant now) {
    return JSON.createObjectBuilder().add("now", now.toEpochMilli());
  }

  private static JsonObjectBuilder totals(StatsSnapshot totals) {
    JsonObjectBuilder outcomes = JSON.createObjectBuilder();
    for (Outcome outcome : Outcome.values()) {
      outcomes.add(outcome.label(), totals.counts().of(Breakdown.OUTCOMES, outcome.label()));
    }
    return object(Figure.all(totals)).add("outcomes", outcomes);
  }

  private static JsonObjectBuilder limits(LiveFigures figures) {
    UsedLimits now = figures.used();
    return JSON.createObjectBuilder()
        .add("workersBusy", now.getWorkersBusy())
        .add("workers", now.getWorkers())
        .add("maxActive", now.getMaxActive())
        .add("maxWaiting", now.getMaxWaiting())
        .add("claimedBytes", now.getClaimedBytes())
        .add("maxClaimedBytes", now.getMaxClaimedBytes());
  }

  private static JsonObjectBuilder object(Map<String, Long> map) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    map.forEach(object::add);
    return object;
  }
}
