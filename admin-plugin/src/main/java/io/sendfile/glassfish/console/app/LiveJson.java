package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.admin.LiveFigures;
import io.sendfile.glassfish.admin.LiveFigures.Buffers;
import io.sendfile.glassfish.console.app.Source.Live;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.spi.Outcome;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON of the live page. Rates are bytes per second, times are microseconds. */
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
   * The whole document.
   *
   * @param since the moment after which samples are new to the page
   */
  static JsonObject of(Live live, long since, Instant now) {
    JsonArrayBuilder failures = JSON.createArrayBuilder();
    live.failures().forEach(failure -> failures.add(Text.plain(failure)));
    JsonObjectBuilder document =
        at(now)
            .add("failures", failures)
            .add(
                "instances",
                live.isOfSeveral() ? instances(live.each()) : JSON.createArrayBuilder());
    live.together().ifPresent(figures -> add(document, figures, since));
    return document.build();
  }

  /** A document with the server's clock. */
  static JsonObjectBuilder at(Instant now) {
    int seconds = ZoneId.systemDefault().getRules().getOffset(now).getTotalSeconds();
    return JSON.createObjectBuilder().add("now", now.toEpochMilli()).add("offset", seconds * 1000L);
  }

  /** Adds figures without names. */
  static JsonObjectBuilder addNumbers(JsonObjectBuilder document, LiveFigures figures, long since) {
    return document
        .add("samples", HistoryJson.samples(figures.points(), since))
        .add("times", HistoryJson.times(figures.firstByteNanos()))
        .add("drain", Text.plain(figures.drain()))
        .add("totals", totals(figures.totals()))
        .add("limits", limits(new UsedLimits(figures.limits())));
  }

  private static void add(JsonObjectBuilder document, LiveFigures figures, long since) {
    addNumbers(document, figures, since)
        .add("marks", HistoryJson.marks(figures.marks()))
        .add("listeners", table(figures.listeners()))
        .add("roots", table(figures.roots()))
        .add("buffers", buffers(figures.buffers()));
  }

  private static JsonArrayBuilder instances(Map<String, LiveFigures> each) {
    Map<String, StatsSnapshot> totals = new TreeMap<>();
    each.forEach((name, figures) -> totals.put(name, figures.totals()));
    return table(totals);
  }

  private static JsonObjectBuilder totals(StatsSnapshot totals) {
    JsonObjectBuilder outcomes = JSON.createObjectBuilder();
    OUTCOMES.forEach(
        outcome ->
            outcomes.add(outcome.label(), totals.counts().of(Breakdown.OUTCOMES, outcome.label())));
    return object(Figure.all(totals))
        .add("outcomes", outcomes)
        .add("reasons", object(new TreeMap<>(totals.counts().each(Breakdown.REFUSALS))))
        .add("statuses", object(new TreeMap<>(totals.counts().each(Breakdown.STATUSES))));
  }

  private static JsonObjectBuilder limits(UsedLimits now) {
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

  private static JsonArrayBuilder table(Map<String, StatsSnapshot> rows) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    rows.forEach((name, row) -> array.add(object(Figure.all(row)).add("name", Text.plain(name))));
    return array;
  }

  static JsonArrayBuilder buffers(Map<String, Buffers> rows) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    rows.forEach(
        (listener, row) ->
            array.add(
                JSON.createObjectBuilder()
                    .add("name", Text.plain(listener))
                    .add("policy", row.policy())
                    .add("inUse", row.figures().inUse())
                    .add("inUseBytes", row.figures().inUseBytes())
                    .add("highWaterBytes", row.figures().highWaterBytes())
                    .add("reservedBytes", row.figures().reservedBytes())
                    .add("exhausted", row.figures().exhausted())));
    return array;
  }
}
