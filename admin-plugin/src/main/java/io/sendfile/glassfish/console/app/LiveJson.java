package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.console.app.Source.Live;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.spi.Outcome;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** JSON of the page Now. Rates are bytes per second, times are microseconds. */
final class LiveJson {
  /** Outcomes, in the order of the page. */
  private static final List<Outcome> OUTCOMES =
      List.of(
          Outcome.COMPLETED,
          Outcome.CLIENT_ABORTED,
          Outcome.STALLED,
          Outcome.TOO_SLOW,
          Outcome.CANCELLED,
          Outcome.CHANGED,
          Outcome.IO_ERROR,
          Outcome.SHUTDOWN,
          Outcome.SERVER_DIED);

  /** Reused: each static method of {@code Json} searches all jars for its provider. */
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private LiveJson() {}

  /**
   * The whole document; without figures if no server has responded.
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
                    .add("samples", HistoryJson.samples(figures.points(), since))
                    .add("times", HistoryJson.times(figures.firstByteNanos()))
                    .add("drain", Text.plain(figures.drain()))
                    .add("totals", totals(figures.totals()))
                    .add("limits", limits(figures))
                    .add("marksAfter", marked)
                    .add(
                        "marks",
                        HistoryJson.marks(
                            figures.marks().stream()
                                .filter(mark -> mark.time().toEpochMilli() > marked)
                                .toList())));
    return document.build();
  }

  /** A document with the server's clock. */
  static JsonObjectBuilder at(Instant now) {
    int seconds = ZoneId.systemDefault().getRules().getOffset(now).getTotalSeconds();
    return JSON.createObjectBuilder().add("now", now.toEpochMilli()).add("offset", seconds * 1000L);
  }

  private static JsonObjectBuilder totals(StatsSnapshot totals) {
    JsonObjectBuilder outcomes = JSON.createObjectBuilder();
    OUTCOMES.forEach(
        outcome ->
            outcomes.add(outcome.label(), totals.counts().of(Breakdown.OUTCOMES, outcome.label())));
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
