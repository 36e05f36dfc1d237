package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Distribution;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
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
  /** Percentiles of the times to the first byte that charts have. */
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

  /** A step up to which the mean tells enough. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Reused: each static method of {@code Json} searches all jars for its provider. */
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private ChartJson() {}

  /**
   * The document of the page Now; without figures if no server has responded.
   *
   * @param since the moment after which samples are new to the page
   * @param marks number of marks that it has after {@link LiveFigures#marksAfter}
   * @param last the moment of the last of these
   */
  static JsonObject of(Live live, long since, long marks, long last, Instant now) {
    JsonObjectBuilder document = at(now);
    live.together().ifPresent(figures -> add(document, figures, since, marks, last));
    return document.build();
  }

  private static void add(
      JsonObjectBuilder document, LiveFigures figures, long since, long known, long last) {
    long after = LiveFigures.marksAfter(since);
    List<Mark> marks =
        figures.marks().stream().filter(mark -> mark.time().toEpochMilli() > after).toList();
    int number = (int) Math.min(known, marks.size());
    // Another one at this place means that one has come late.
    boolean has = number > 0 && marks.get(number - 1).time().toEpochMilli() == last;
    UsedLimits used = figures.used();
    document
        .add("samples", samples(figures.points(), since))
        .add("active", figures.totals().active())
        .add("maxActive", used.getMaxActive())
        .add("waiting", figures.totals().waiting())
        .add("maxWaiting", used.getMaxWaiting())
        .add("marksAfter", has ? last : after)
        .add("marks", marks(has ? marks.subList(number, marks.size()) : marks));
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
              .add("active", brief(point.active()))
              .add("waiting", brief(point.waiting()));
      addPositive(json, "refused", point.missed().refused());
      addPositive(json, "failed", point.missed().failed());
      addPositive(json, "aborted", point.missed().aborted());
      addPositive(json, "keptOut", point.missed().keptOut());
      addPositive(json, "stopped", point.missed().stopped());
      array.add(json);
    }
    return array;
  }

  private static void addPositive(JsonObjectBuilder json, String name, double value) {
    if (value > 0) {
      json.add(name, brief(value));
    }
  }

  /** A number without the digits that no chart shows. */
  private static double brief(double value) {
    return Math.round(value * 100) / 100.0;
  }

  static JsonObjectBuilder times(Distribution nanos) {
    JsonObjectBuilder times = JSON.createObjectBuilder();
    if (nanos.count() > 0) {
      Map<String, Long> all = nanos.percentiles(1000);
      PERCENTILES.forEach(name -> times.add(name, all.getOrDefault(name, 0L)));
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
              .add("text", Text.local(Text.plain(mark.text()))));
    }
    return array;
  }

  /** A document with the time. */
  static JsonObjectBuilder at(Instant now) {
    return JSON.createObjectBuilder().add("now", now.toEpochMilli());
  }
}
