package io.sendfile.core.stats;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers of a server, a listener or a root at one moment. Immutable.
 *
 * @param since start of the counters
 * @param at time of the reading
 * @param counts events since then
 * @param active transfers in progress; small files that go out in one write never are
 * @param activeHigh most transfers in progress at once since {@code since}
 * @param waiting transfers that wait for admission
 * @param waitingHigh most that waited at once since {@code since}
 * @param workersBusy transfers that hold a worker, sending or waiting for their client
 */
public record StatsSnapshot(
    Instant since,
    Instant at,
    Counts counts,
    long active,
    long activeHigh,
    long waiting,
    long waitingHigh,
    long workersBusy) {
  /**
   * The sum of two servers. Their maxima are added: the true maximum is no higher, though perhaps
   * lower.
   */
  public StatsSnapshot plus(StatsSnapshot other) {
    return new StatsSnapshot(
        since.isBefore(other.since) ? since : other.since,
        at.isAfter(other.at) ? at : other.at,
        counts.plus(other.counts),
        active + other.active,
        activeHigh + other.activeHigh,
        waiting + other.waiting,
        waitingHigh + other.waitingHigh,
        workersBusy + other.workersBusy);
  }

  /**
   * Flat text for transport between servers, sorted by name: numbers by name, distributions as
   * {@link Distribution#text}. A reader ignores unknown names, and takes missing ones as zero, so
   * that neighbouring versions understand each other.
   */
  public Map<String, String> text() {
    Map<String, String> text = new TreeMap<>();
    text.put("since", since.toString());
    text.put("at", at.toString());
    put(text, "active", active);
    put(text, "active-high", activeHigh);
    put(text, "waiting", waiting);
    put(text, "waiting-high", waitingHigh);
    put(text, "workers-busy", workersBusy);
    Figure.COUNTERS.forEach(counter -> put(text, counter.label(), counts.of(counter)));
    for (Breakdown breakdown : Breakdown.values()) {
      counts.each(breakdown).forEach((key, n) -> put(text, prefix(breakdown) + key, n));
    }
    text.put("first-byte-nanos", counts.firstByteNanos().text());
    text.put("bytes-per-second", counts.bytesPerSecond().text());
    return text;
  }

  private static String prefix(Breakdown breakdown) {
    return breakdown.label() + ".";
  }

  private static void put(Map<String, String> text, String name, long value) {
    text.put(name, Long.toString(value));
  }

  /**
   * Parses the {@link #text} of a snapshot, perhaps of another version.
   *
   * @throws RuntimeException for a malformed number or time
   */
  public static StatsSnapshot parse(Map<String, String> text) {
    Map<Figure, Long> counters = new EnumMap<>(Figure.class);
    Figure.COUNTERS.forEach(counter -> counters.put(counter, number(text, counter.label())));
    Map<Breakdown, Map<String, Long>> breakdowns = new EnumMap<>(Breakdown.class);
    for (Breakdown breakdown : Breakdown.values()) {
      breakdowns.put(breakdown, each(text, prefix(breakdown)));
    }
    Counts counts =
        new Counts(
            counters,
            breakdowns,
            Distribution.parse(text.getOrDefault("first-byte-nanos", "0")),
            Distribution.parse(text.getOrDefault("bytes-per-second", "0")));
    return new StatsSnapshot(
        time(text, "since"),
        time(text, "at"),
        counts,
        number(text, "active"),
        number(text, "active-high"),
        number(text, "waiting"),
        number(text, "waiting-high"),
        number(text, "workers-busy"));
  }

  private static Instant time(Map<String, String> text, String name) {
    return Instant.parse(text.getOrDefault(name, Instant.EPOCH.toString()));
  }

  private static long number(Map<String, String> text, String name) {
    return Long.parseLong(text.getOrDefault(name, "0"));
  }

  private static Map<String, Long> each(Map<String, String> text, String prefix) {
    Map<String, Long> each = new HashMap<>();
    text.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            each.put(name.substring(prefix.length()), Long.parseLong(value));
          }
        });
    return each;
  }
}
