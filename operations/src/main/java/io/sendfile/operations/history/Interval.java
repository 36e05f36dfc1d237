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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Figures of a stretch of time. Immutable.
 *
 * @param start its first moment, milliseconds since the epoch
 * @param millis time that its samples cover: less than its length where the server did not run,
 *     more where the clock was set back
 * @param bytes body bytes taken by the kernel
 * @param started transfers admitted
 * @param ended transfers ended, by outcome; only outcomes that occurred
 * @param refused hand-offs refused, except by limits of administrators
 * @param keptOut hand-offs that these refused
 * @param load transfers in progress and waiting, and the use of limits
 * @param firstByteNanos times to the first byte of the transfers that had it then, nanoseconds
 * @param peak the highest of its minutes; none for one that is no longer than a minute
 * @param parts the figures of its largest applications and roots, by names as in {@code application
 *     shop}; start and time of a part are those of the whole
 */
public record Interval(
    long start,
    long millis,
    long bytes,
    long started,
    Map<Outcome, Long> ended,
    long refused,
    long keptOut,
    Load load,
    Distribution firstByteNanos,
    Peak peak,
    Map<String, Interval> parts) {
  /** Length of a form: room for the whole, and some 25 parts. */
  static final int BYTES = 1280;

  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

  public Interval {
    if (ended.containsValue(0L)) {
      ended = new HashMap<>(ended);
      ended.values().removeIf(n -> n == 0);
    }
    ended = Map.copyOf(ended);
    // Most intervals have no such times: sharing one empty list saves memory.
    if (!firstByteNanos.equals(Distribution.NONE) && firstByteNanos.count() == 0) {
      firstByteNanos = Distribution.NONE;
    }
    parts = Map.copyOf(parts);
  }

  /** An interval without events. */
  public static Interval empty(long start) {
    return new Interval(
        start, 0, 0, 0, Map.of(), 0, 0, Load.NONE, Distribution.NONE, Peak.NONE, Map.of());
  }

  /**
   * The events between two readings.
   *
   * @param millis time between them by a clock that is never set
   */
  static Interval between(Reading before, Reading now, long millis) {
    Interval all = between(before.all(), now.all(), millis);
    return all.with(
        all.start,
        all.millis,
        all.load.under(now.limits(), now.all().at().toEpochMilli()),
        all.peak,
        Parts.between(before.parts(), now.parts(), millis));
  }

  /** The same without limits and parts. */
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
        Figure.KEPT_OUT.of(now) - Figure.KEPT_OUT.of(before),
        Load.between(before, now, millis),
        counts.firstByteNanos().minus(then.firstByteNanos()),
        Peak.NONE,
        Map.of());
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
        keptOut + other.keptOut,
        load.plus(other.load),
        firstByteNanos.plus(other.firstByteNanos),
        peak.or(other.peak),
        Parts.plus(parts, other.parts));
  }

  /** A minute, as a part of a longer interval. */
  Interval asMinute() {
    Map<String, Interval> minutes = new HashMap<>(parts);
    minutes.replaceAll((name, part) -> part.during(this).asMinute());
    return with(start, millis, load, new Peak(bytesPerSecond(), missed()), minutes);
  }

  /** A part by itself, in the time of its whole. */
  public Interval during(Interval whole) {
    return with(whole.start, whole.millis, load, peak, parts);
  }

  /** The parts with such names together, in its time. */
  public Interval of(Predicate<String> names) {
    return parts.entrySet().stream()
        .filter(each -> names.test(each.getKey()))
        .map(Map.Entry::getValue)
        .reduce(empty(start), Interval::plus)
        .during(this);
  }

  /** A copy without parts. */
  public Interval whole() {
    return with(start, millis, load, peak, Map.of());
  }

  /** Whether nothing happened. */
  boolean isIdle() {
    return bytes == 0
        && started == 0
        && refused == 0
        && keptOut == 0
        && ended.isEmpty()
        && load.active().most() == 0;
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
    return with(newStart, millis, load, peak, parts);
  }

  private Interval with(
      long newStart, long newMillis, Load newLoad, Peak newPeak, Map<String, Interval> newParts) {
    return new Interval(
        newStart,
        newMillis,
        bytes,
        started,
        ended,
        refused,
        keptOut,
        newLoad,
        firstByteNanos,
        newPeak,
        newParts);
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
    return Missed.of(refused, keptOut, this::ended, millis);
  }

  /** Transfers in progress on average. */
  public double meanActive() {
    return mean(load.activeMillis());
  }

  /** Transfers waiting on average. */
  public double meanWaiting() {
    return mean(load.waitingMillis());
  }

  private double mean(long transferMillis) {
    return millis == 0 ? 0 : (double) transferMillis / millis;
  }

  /**
   * The interval in at most {@link #BYTES}, with as many parts as there is room for. Outcomes have
   * the order of their type, where new ones come last.
   */
  ByteBuffer form() {
    ByteBuffer form = ByteBuffer.allocate(BYTES);
    write(form);
    return form.flip();
  }

  void write(ByteBuffer form) {
    Numbers.put(form, start, millis, bytes);
    load.write(form);
    Numbers.put(form, started, refused, keptOut, ended.size());
    ended.forEach((outcome, n) -> Numbers.put(form, OUTCOMES.indexOf(outcome), n));
    List<Long> counts = firstByteNanos.counts();
    Numbers.put(form, firstByteNanos.sum(), counts.stream().filter(n -> n > 0).count());
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        Numbers.put(form, i, counts.get(i));
      }
    }
    peak.write(form);
    Parts.write(parts, form);
  }

  /** Parses {@link #form}. */
  static Interval read(ByteBuffer form) {
    long start = Numbers.get(form);
    long millis = Numbers.get(form);
    long bytes = Numbers.get(form);
    Load load = Load.read(form);
    long started = Numbers.get(form);
    long refused = Numbers.get(form);
    long keptOut = Numbers.get(form);
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    for (long i = Numbers.get(form); i > 0 && form.hasRemaining(); i--) {
      long outcome = Numbers.get(form);
      long n = Numbers.get(form);
      if (outcome < OUTCOMES.size()) {
        ended.put(OUTCOMES.get((int) outcome), n);
      }
    }
    return new Interval(
        start,
        millis,
        bytes,
        started,
        ended,
        refused,
        keptOut,
        load,
        distribution(form),
        Peak.read(form),
        Parts.read(form));
  }

  /** Parses the load alone. */
  static Load readLoad(ByteBuffer form) {
    for (int i = 0; i < 3; i++) {
      long unused = Numbers.get(form);
    }
    return Load.read(form);
  }

  private static Distribution distribution(ByteBuffer form) {
    long sum = Numbers.get(form);
    long busy = Numbers.get(form);
    if (busy == 0) {
      return Distribution.NONE;
    }
    List<Long> counts = new ArrayList<>(Distribution.NONE.counts());
    for (long i = busy; i > 0 && form.hasRemaining(); i--) {
      long bucket = Numbers.get(form);
      long n = Numbers.get(form);
      if (bucket < counts.size()) {
        counts.set((int) bucket, n);
      }
    }
    return new Distribution(counts, sum);
  }
}
