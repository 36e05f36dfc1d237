package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A snapshot as flat text, in which one server tells it another one: numbers by name, distributions
 * as {@code sum bucket:count …}. Who reads it passes over what it does not know, and takes what is
 * missing as zero, so that servers of neighbouring versions understand each other.
 */
public final class SnapshotText {
  private static final String OUTCOME = "outcome.";
  private static final String REFUSED = "refused.";
  private static final String STATUS = "status.";
  private static final String PLUG_IN_FAILURES = "plug-in-failures.";

  private final Map<String, String> text;

  private SnapshotText(Map<String, String> text) {
    this.text = text;
  }

  /** In the order of names, each of them with a value. */
  public static Map<String, String> of(StatsSnapshot now) {
    Counts counts = now.counts();
    Map<String, String> text = new TreeMap<>();
    text.put("since", now.since().toString());
    text.put("at", now.at().toString());
    put(text, "active", now.active());
    put(text, "active-high", now.activeHigh());
    put(text, "waiting", now.waiting());
    put(text, "waiting-high", now.waitingHigh());
    put(text, "workers-busy", now.workersBusy());
    put(text, "started", counts.started());
    counts.outcomes().forEach((outcome, n) -> put(text, OUTCOME + outcome.label(), n));
    counts.refused().forEach((reason, n) -> put(text, REFUSED + reason, n));
    counts.statuses().forEach((status, n) -> put(text, STATUS + status, n));
    put(text, "bytes", counts.bytes());
    put(text, "bytes-zero-copy", counts.bytesZeroCopy());
    put(text, "bursts", counts.bursts());
    put(text, "headers-stripped", counts.headersStripped());
    counts.plugInFailures().forEach((plugIn, n) -> put(text, PLUG_IN_FAILURES + plugIn, n));
    text.put("first-byte-nanos", distribution(counts.firstByteNanos()));
    text.put("bytes-per-second", distribution(counts.bytesPerSecond()));
    return text;
  }

  private static void put(Map<String, String> text, String name, long value) {
    text.put(name, Long.toString(value));
  }

  private static String distribution(Distribution values) {
    StringJoiner text = new StringJoiner(" ");
    text.add(Long.toString(values.sum()));
    for (int bucket = 0; bucket < values.counts().size(); bucket++) {
      if (values.counts().get(bucket) != 0) {
        text.add(bucket + ":" + values.counts().get(bucket));
      }
    }
    return text.toString();
  }

  /**
   * Reads what {@link #of} has written, perhaps in another version.
   *
   * @throws RuntimeException if a value is no number or no time
   */
  public static StatsSnapshot parse(Map<String, String> text) {
    return new SnapshotText(text).snapshot();
  }

  private StatsSnapshot snapshot() {
    Counts counts =
        new Counts(
            number("started"),
            outcomes(),
            each(REFUSED, name -> name),
            each(STATUS, Integer::valueOf),
            number("bytes"),
            number("bytes-zero-copy"),
            number("bursts"),
            number("headers-stripped"),
            each(PLUG_IN_FAILURES, name -> name),
            distribution("first-byte-nanos"),
            distribution("bytes-per-second"));
    return new StatsSnapshot(
        time("since"),
        time("at"),
        counts,
        number("active"),
        number("active-high"),
        number("waiting"),
        number("waiting-high"),
        number("workers-busy"));
  }

  private Instant time(String name) {
    return Instant.parse(text.getOrDefault(name, Instant.EPOCH.toString()));
  }

  private long number(String name) {
    return Long.parseLong(text.getOrDefault(name, "0"));
  }

  private Map<Outcome, Long> outcomes() {
    Map<Outcome, Long> outcomes = new HashMap<>();
    for (Outcome outcome : Outcome.values()) {
      long n = number(OUTCOME + outcome.label());
      if (n != 0) {
        outcomes.put(outcome, n);
      }
    }
    return outcomes;
  }

  private <K> Map<K, Long> each(String prefix, Function<String, K> key) {
    Map<K, Long> each = new LinkedHashMap<>();
    text.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            each.put(key.apply(name.substring(prefix.length())), Long.parseLong(value));
          }
        });
    return each;
  }

  private Distribution distribution(String name) {
    String[] parts = text.getOrDefault(name, "0").split(" ", -1);
    List<Long> counts = new ArrayList<>(Distribution.NONE.counts());
    for (int i = 1; i < parts.length; i++) {
      String[] bucket = parts[i].split(":", 2);
      int index = Integer.parseInt(bucket[0]);
      // Of a version with more buckets: at least as large as the last one here.
      int last = Math.min(index, counts.size() - 1);
      counts.set(last, counts.get(last) + Long.parseLong(bucket[1]));
    }
    return new Distribution(counts, Long.parseLong(parts[0]));
  }
}
