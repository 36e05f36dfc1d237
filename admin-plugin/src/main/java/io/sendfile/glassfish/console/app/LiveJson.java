package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.history.History;
import io.sendfile.glassfish.memory.ListenerMemory;
import io.sendfile.glassfish.monitoring.UsedLimits;
import io.sendfile.glassfish.spi.BufferPolicy.Figures;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.stats.Breakdown;
import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.StatsSnapshot;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
          Outcome.SHUTDOWN);

  /** Reused: each static method of {@code Json} searches all jars for its provider. */
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private static final Figures NO_FIGURES = new Figures(0, 0, 0, 0, 0, 0, 0);

  private LiveJson() {}

  /**
   * The whole document.
   *
   * @param since the moment after which samples are new to the page
   */
  static JsonObject of(long since) {
    History history = Server.history();
    Instant now = Instant.now();
    return JSON.createObjectBuilder()
        .add("now", now.toEpochMilli())
        .add("offset", ZoneId.systemDefault().getRules().getOffset(now).getTotalSeconds() * 1000L)
        .add("samples", HistoryJson.samples(history, since))
        .add("times", HistoryJson.recentTimes(history))
        .add("marks", HistoryJson.marks(history.marks(now.minus(History.RECENT), now)))
        .add("drain", Server.drain())
        .add("totals", totals(Server.totals()))
        .add("limits", limits(Server.limits()))
        .add("listeners", table(Server.listeners()))
        .add("roots", table(Server.roots()))
        .add("buffers", buffers(Server.buffers()))
        .build();
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

  static JsonArrayBuilder buffers(Map<String, ListenerMemory> rows) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    rows.forEach(
        (listener, row) -> {
          Figures figures = Objects.requireNonNullElse(row.figures(), NO_FIGURES);
          array.add(
              JSON.createObjectBuilder()
                  .add("name", Text.plain(listener))
                  .add("policy", row.choice().policy())
                  .add("inUse", figures.inUse())
                  .add("inUseBytes", figures.inUseBytes())
                  .add("highWaterBytes", figures.highWaterBytes())
                  .add("reservedBytes", figures.reservedBytes())
                  .add("exhausted", figures.exhausted()));
        });
    return array;
  }
}
