package io.sendfile.core.stats;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * A snapshot as flat text for transport between servers: numbers by name, distributions as {@code
 * sum bucket:count …}. A reader ignores unknown names, and takes missing ones as zero, so that
 * neighbouring versions understand each other.
 */
public final class SnapshotText {
  private final Map<String, String> text;

  private SnapshotText(Map<String, String> text) {
    this.text = text;
  }

  /** Sorted by name, each with a value. */
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
    Figure.COUNTERS.forEach(counter -> put(text, counter.label(), counts.of(counter)));
    for (Breakdown breakdown : Breakdown.values()) {
      counts.each(breakdown).forEach((key, n) -> put(text, prefix(breakdown) + key, n));
    }
    text.put("first-byte-nanos", of(counts.firstByteNanos()));
    text.put("bytes-per-second", of(counts.bytesPerSecond()));
    return text;
  }

  private static String prefix(Breakdown breakdown) {
    return breakdown.label() + ".";
  }

  private static void put(Map<String, String> text, String name, long value) {
    text.put(name, Long.toString(value));
  }

  /** A distribution alone. */
  public static String of(Distribution values) {
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
   * Parses the text of {@link #of}, perhaps of another version.
   *
   * @throws RuntimeException for a malformed number or time
   */
  public static StatsSnapshot parse(Map<String, String> text) {
    return new SnapshotText(text).snapshot();
  }

  private StatsSnapshot snapshot() {
    Map<Figure, Long> counters = new EnumMap<>(Figure.class);
    Figure.COUNTERS.forEach(counter -> counters.put(counter, number(counter.label())));
    Map<Breakdown, Map<String, Long>> breakdowns = new EnumMap<>(Breakdown.class);
    for (Breakdown breakdown : Breakdown.values()) {
      breakdowns.put(breakdown, each(breakdown));
    }
    Counts counts =
        new Counts(
            counters,
            breakdowns,
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

  private Map<String, Long> each(Breakdown breakdown) {
    String prefix = prefix(breakdown);
    Map<String, Long> each = new HashMap<>();
    text.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            each.put(name.substring(prefix.length()), Long.parseLong(value));
          }
        });
    return each;
  }

  private Distribution distribution(String name) {
    return distributionOf(text.getOrDefault(name, "0"));
  }

  /**
   * Parses the text of a distribution.
   *
   * @throws RuntimeException for a malformed number
   */
  public static Distribution distributionOf(String text) {
    String[] parts = text.split(" ", -1);
    List<Long> counts = new ArrayList<>(Distribution.NONE.counts());
    for (int i = 1; i < parts.length; i++) {
      String[] bucket = parts[i].split(":", 2);
      int index = Integer.parseInt(bucket[0]);
      // A bucket of a version with more buckets counts as the last one here.
      int last = Math.min(index, counts.size() - 1);
      counts.set(last, counts.get(last) + Long.parseLong(bucket[1]));
    }
    return new Distribution(counts, Long.parseLong(parts[0]));
  }
}
