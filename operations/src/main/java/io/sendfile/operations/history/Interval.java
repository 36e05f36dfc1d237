package io.sendfile.operations.history;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.spi.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of a stretch of time. Immutable.
 *
 * @param start its first moment, milliseconds since the epoch
 * @param millis time that its samples cover: less than its length where the server did not run,
 *     more where the clock was set back
 * @param bytes body bytes taken by the kernel
 * @param started transfers admitted
 * @param ended transfers ended, by outcome; only outcomes that occurred
 * @param refused hand-offs refused
 * @param active transfers in progress
 * @param waiting transfers that waited for admission
 * @param firstByteNanos times to the first byte of the transfers that had it then, nanoseconds
 * @param peak the highest of its minutes; none for one that is no longer than a minute
 */
public record Interval(
    long start,
    long millis,
    long bytes,
    long started,
    Map<Outcome, Long> ended,
    long refused,
    Concurrency active,
    Concurrency waiting,
    Distribution firstByteNanos,
    Peak peak) {
  private static final int CLASSES = Distribution.NONE.counts().size();

  /** Room for outcomes to come. */
  private static final int MOST_OUTCOMES = 12;

  private static final int SIGNIFICANT_BITS = 11;
  private static final int MOST_SHIFT = 31;

  /** Length of the form. */
  static final int BYTES =
      3 * Long.BYTES
          + Integer.BYTES * (2 + MOST_OUTCOMES)
          + 2 * (Long.BYTES + Integer.BYTES)
          + Long.BYTES
          + Short.BYTES * CLASSES
          + Peak.BYTES;

  public Interval {
    Map<Outcome, Long> copy = new EnumMap<>(Outcome.class);
    copy.putAll(ended);
    copy.values().removeIf(n -> n == 0);
    ended = Collections.unmodifiableMap(copy);
    // Most intervals have no such times: sharing one empty list saves memory.
    firstByteNanos = firstByteNanos.count() == 0 ? Distribution.NONE : firstByteNanos;
  }

  /** An interval without events. */
  public static Interval empty(long start) {
    return new Interval(
        start,
        0,
        0,
        0,
        Map.of(),
        0,
        Concurrency.NONE,
        Concurrency.NONE,
        Distribution.NONE,
        Peak.NONE);
  }

  /**
   * The events between two readings of statistics.
   *
   * @param millis time between them by a clock that is never set
   */
  static Interval between(StatsSnapshot before, StatsSnapshot now, long millis) {
    Counts then = before.counts();
    Counts counts = now.counts();
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      String label = outcome.label();
      ended.put(outcome, counts.of(Breakdown.OUTCOMES, label) - then.of(Breakdown.OUTCOMES, label));
    }
    return new Interval(
        now.at().toEpochMilli() - millis,
        millis,
        Figure.BYTES.of(now) - Figure.BYTES.of(before),
        Figure.STARTED.of(now) - Figure.STARTED.of(before),
        ended,
        Figure.REFUSED.of(now) - Figure.REFUSED.of(before),
        new Concurrency(now.active() * millis, now.active()),
        new Concurrency(now.waiting() * millis, now.waiting()),
        counts.firstByteNanos().minus(then.firstByteNanos()),
        Peak.NONE);
  }

  /** Both together, from the earlier start on. */
  public Interval plus(Interval other) {
    Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
    sums.putAll(ended);
    other.ended.forEach((outcome, n) -> sums.merge(outcome, n, Long::sum));
    return new Interval(
        Math.min(start, other.start),
        millis + other.millis,
        bytes + other.bytes,
        started + other.started,
        sums,
        refused + other.refused,
        active.plus(other.active),
        waiting.plus(other.waiting),
        firstByteNanos.plus(other.firstByteNanos),
        peak.or(other.peak));
  }

  /** A minute, as a part of a longer interval. */
  Interval asMinute() {
    return with(start, new Peak(bytesPerSecond(), missed()));
  }

  /**
   * Intervals of a step each, with samples; longer ones stay as they are.
   *
   * @param all oldest first
   */
  static List<Interval> merged(List<Interval> all, Duration step, ZoneOffset offset) {
    long length = step.toMillis();
    long shift = offset.getTotalSeconds() * 1000L;
    List<Interval> steps = new ArrayList<>();
    for (Interval each : all) {
      long start = Math.floorDiv(each.start() + shift, length) * length - shift;
      int last = steps.size() - 1;
      if (last >= 0 && steps.get(last).start() == start) {
        steps.set(last, steps.get(last).plus(each));
      } else {
        steps.add(each.at(start));
      }
    }
    return steps;
  }

  /** A copy with another start. */
  Interval at(long newStart) {
    return with(newStart, peak);
  }

  private Interval with(long newStart, Peak newPeak) {
    return new Interval(
        newStart, millis, bytes, started, ended, refused, active, waiting, firstByteNanos, newPeak);
  }

  /** Its exclusive end, milliseconds since the epoch. */
  public long end() {
    return start + millis;
  }

  /** Number of transfers with this outcome. */
  public long ended(Outcome outcome) {
    return ended.getOrDefault(outcome, 0L);
  }

  /** Bytes per second of the covered time. */
  public long bytesPerSecond() {
    return millis == 0 ? 0 : Math.round(bytes * 1000.0 / millis);
  }

  /** Bytes per second of its busiest minute, or its own. */
  public long highestBytesPerSecond() {
    return Math.max(peak.bytesPerSecond(), bytesPerSecond());
  }

  /** Downloads that did not come about in the worst minute of each kind, or in a mean one. */
  public Missed worst() {
    return peak.or(new Peak(0, missed())).missed();
  }

  /** Downloads that did not come about, each a minute of the covered time. */
  public Missed missed() {
    return Missed.of(refused, this::ended, millis);
  }

  /** Transfers in progress on average. */
  public double meanActive() {
    return mean(active);
  }

  /** Transfers waiting on average. */
  public double meanWaiting() {
    return mean(waiting);
  }

  private double mean(Concurrency concurrency) {
    return millis == 0 ? 0 : (double) concurrency.transferMillis() / millis;
  }

  /**
   * The interval as a fixed number of bytes. Counts of transfers are exact up to 2<sup>32</sup>;
   * those of the classes of a distribution have eleven significant bits, which moves a percentile
   * by less than a class is wide. Outcomes have the order of their type, where new ones come last.
   */
  ByteBuffer form() {
    ByteBuffer form = ByteBuffer.allocate(BYTES);
    form.putLong(start).putLong(millis).putLong(bytes);
    putCount(form, started);
    putCount(form, refused);
    Outcome[] outcomes = Outcome.values();
    for (int i = 0; i < MOST_OUTCOMES; i++) {
      putCount(form, i < outcomes.length ? ended(outcomes[i]) : 0);
    }
    putConcurrency(form, active);
    putConcurrency(form, waiting);
    form.putLong(firstByteNanos.sum());
    firstByteNanos.counts().forEach(n -> form.putShort(pack(n)));
    form.putLong(peak.bytesPerSecond());
    putCount(form, Math.round(peak.missed().refused()));
    putCount(form, Math.round(peak.missed().failed()));
    putCount(form, Math.round(peak.missed().aborted()));
    return form.flip();
  }

  /** Parses {@link #form}. */
  static Interval read(ByteBuffer form) {
    long start = form.getLong();
    long millis = form.getLong();
    long bytes = form.getLong();
    long started = count(form);
    long refused = count(form);
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    Outcome[] outcomes = Outcome.values();
    for (int i = 0; i < MOST_OUTCOMES; i++) {
      long n = count(form);
      if (i < outcomes.length) {
        ended.put(outcomes[i], n);
      }
    }
    Concurrency active = concurrency(form);
    Concurrency waiting = concurrency(form);
    return new Interval(
        start,
        millis,
        bytes,
        started,
        ended,
        refused,
        active,
        waiting,
        distribution(form),
        new Peak(form.getLong(), new Missed(count(form), count(form), count(form))));
  }

  private static void putCount(ByteBuffer form, long n) {
    form.putInt((int) Math.min(n, 0xFFFF_FFFFL));
  }

  private static long count(ByteBuffer form) {
    return Integer.toUnsignedLong(form.getInt());
  }

  private static void putConcurrency(ByteBuffer form, Concurrency concurrency) {
    form.putLong(concurrency.transferMillis());
    putCount(form, concurrency.most());
  }

  private static Concurrency concurrency(ByteBuffer form) {
    return new Concurrency(form.getLong(), count(form));
  }

  private static Distribution distribution(ByteBuffer form) {
    long sum = form.getLong();
    List<Long> counts = new ArrayList<>(CLASSES);
    for (int i = 0; i < CLASSES; i++) {
      counts.add(unpack(form.getShort()));
    }
    return new Distribution(counts, sum);
  }

  /** Five bits of a shift, then the significant bits. */
  static short pack(long n) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(n) - SIGNIFICANT_BITS);
    return shift > MOST_SHIFT ? -1 : (short) (shift << SIGNIFICANT_BITS | n >>> shift);
  }

  static long unpack(short packed) {
    int bits = Short.toUnsignedInt(packed);
    return (long) (bits & (1 << SIGNIFICANT_BITS) - 1) << (bits >>> SIGNIFICANT_BITS);
  }
}
