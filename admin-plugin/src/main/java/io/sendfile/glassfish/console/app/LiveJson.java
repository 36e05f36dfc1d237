package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.jmx.BufferPolicyMXBean;
import io.sendfile.glassfish.glassfish.jmx.TransferStatistics;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What the live page is told. Rates are bytes per second, times are microseconds. */
final class LiveJson {
  /** How transfers end, in the words of the commands. */
  static final Map<String, ToLongFunction<TransferStatistics>> OUTCOMES = outcomes();

  private LiveJson() {}

  private static Map<String, ToLongFunction<TransferStatistics>> outcomes() {
    Map<String, ToLongFunction<TransferStatistics>> outcomes = new LinkedHashMap<>();
    outcomes.put("completed", of -> of.getCompleted().getCount());
    outcomes.put("client-abort", of -> of.getClientAborted().getCount());
    outcomes.put("stalled", of -> of.getStalled().getCount());
    outcomes.put("too-slow", of -> of.getTooSlow().getCount());
    outcomes.put("cancelled", of -> of.getCancelled().getCount());
    outcomes.put("changed", of -> of.getChanged().getCount());
    outcomes.put("io-error", of -> of.getIoErrors().getCount());
    outcomes.put("shutdown", of -> of.getShutdown().getCount());
    return outcomes;
  }

  /**
   * All of it.
   *
   * @param samples the first one is what the rate of the second is counted from
   */
  static JsonObject of(List<Sample> samples, Beans beans) {
    TransferStatistics totals = beans.totals();
    RunningBytes running = RunningBytes.of(Server.transfers());
    return Json.createObjectBuilder()
        .add("samples", samples(samples))
        .add("totals", totals(totals, running))
        .add("listeners", table(beans.listeners(), running::ofListener))
        .add("roots", table(beans.roots(), running::ofRoot))
        .add("buffers", buffers(beans.buffers()))
        .build();
  }

  private static JsonArrayBuilder samples(List<Sample> samples) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      JsonObjectBuilder object =
          Json.createObjectBuilder()
              .add("at", sample.at())
              .add("rate", i == 0 ? 0 : sample.bytesPerSecondSince(samples.get(i - 1)))
              .add("active", sample.active())
              .add("waiting", sample.waiting());
      sample.firstByteMicros().forEach(object::add);
      array.add(object);
    }
    return array;
  }

  private static JsonObjectBuilder totals(TransferStatistics totals, RunningBytes running) {
    JsonObjectBuilder outcomes = Json.createObjectBuilder();
    OUTCOMES.forEach((name, count) -> outcomes.add(name, count.applyAsLong(totals)));
    return Json.createObjectBuilder()
        .add("started", totals.getStarted().getCount())
        .add("bytes", totals.getBytes().getCount() + running.total())
        .add("bytesEnded", totals.getBytes().getCount())
        .add("bytesZeroCopy", totals.getBytesZeroCopy().getCount())
        .add("workersBusy", totals.getWorkersBusy())
        .add("outcomes", outcomes)
        .add("refused", map(totals.getRefusedByReason()))
        .add("statuses", map(totals.getAnsweredByStatus()));
  }

  private static JsonObjectBuilder map(Map<String, Long> map) {
    JsonObjectBuilder object = Json.createObjectBuilder();
    map.forEach(object::add);
    return object;
  }

  private static JsonArrayBuilder table(
      Map<String, TransferStatistics> rows, ToLongFunction<String> running) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rows.forEach(
        (name, row) ->
            array.add(
                Json.createObjectBuilder()
                    .add("name", Text.plain(name))
                    .add("active", row.getActive().getCurrent())
                    .add("waiting", row.getWaiting().getCurrent())
                    .add("started", row.getStarted().getCount())
                    .add("completed", row.getCompleted().getCount())
                    .add("refused", row.getRefused().getCount())
                    .add("bytes", row.getBytes().getCount() + running.applyAsLong(name))));
    return array;
  }

  static JsonArrayBuilder buffers(Map<String, BufferPolicyMXBean> rows) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rows.forEach(
        (listener, row) ->
            array.add(
                Json.createObjectBuilder()
                    .add("name", Text.plain(listener))
                    .add("policy", row.getPolicy())
                    .add("inUse", row.getInUse())
                    .add("inUseBytes", row.getInUseBytes())
                    .add("highWaterBytes", row.getHighWaterBytes())
                    .add("reservedBytes", row.getReservedBytes())
                    .add("exhausted", row.getExhausted())));
    return array;
  }
}
