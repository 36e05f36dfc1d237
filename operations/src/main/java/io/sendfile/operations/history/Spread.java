package io.sendfile.operations.history;

import io.sendfile.core.stats.Distribution;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;

/**
 * The past of some downloads, by what is remembered of each: its bytes have the steps of its
 * profile, or are spread evenly over its time, as they were counted with those of all others. Not
 * thread-safe.
 */
public final class Spread {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /** Most parts of a time: a longer one than so many minutes is spread over hours, then steps. */
  private static final long MOST = HistoryFile.MINUTES_KEPT.toMinutes();

  private final long from;
  private final long to;
  private final long length;
  private final long first;
  private final Part[] parts;

  /** Figures of a minute, or of another length. */
  private static final class Part {
    private double bytes;
    private double transferMillis;
    private long most;
    private long started;
    private long refused;
    private long keptOut;
    private final Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
  }

  /**
   * A download that ended.
   *
   * @param begin its first moment, at most {@code end}
   * @param bytes of the body that the kernel took
   */
  public record Download(
      Instant begin, Instant end, long bytes, Profile profile, Outcome outcome) {}

  private Spread(long from, long to, long length) {
    this.from = from;
    this.to = to;
    this.length = length;
    first = Math.floorDiv(from, length);
    parts = new Part[(int) (Math.floorDiv(to - 1, length) - first + 1)];
    Arrays.setAll(parts, i -> new Part());
  }

  /**
   * Figures of a stretch of time, oldest first, as {@link History#between} has them; without times
   * to the first byte.
   *
   * @param refusals moments of those that no limit of an administrator made
   * @param keptOut moments of the others
   * @param from before {@code to}
   */
  public static List<Interval> of(
      List<Download> downloads,
      List<Instant> refusals,
      List<Instant> keptOut,
      Instant from,
      Instant to,
      Duration step,
      ZoneOffset offset) {
    Duration time = Duration.between(from, to);
    long longest =
        time.toMinutes() <= MOST ? MINUTE : time.toHours() <= MOST ? HOUR : step.toMillis();
    long length = Math.min(step.toMillis(), longest);
    Spread spread = new Spread(from.toEpochMilli(), to.toEpochMilli(), length);
    downloads.forEach(spread::add);
    spread.addMost(downloads);
    spread.forEach(refusals, part -> part.refused++);
    spread.forEach(keptOut, part -> part.keptOut++);
    return Interval.merged(spread.intervals(), step, offset);
  }

  private void forEach(List<Instant> moments, Consumer<Part> action) {
    moments.stream()
        .mapToLong(Instant::toEpochMilli)
        .filter(this::isWithin)
        .forEach(at -> action.accept(at(at)));
  }

  private boolean isWithin(long moment) {
    return moment >= from && moment < to;
  }

  private int indexOf(long moment) {
    return (int) (Math.floorDiv(Math.min(Math.max(moment, from), to - 1), length) - first);
  }

  private Part at(long moment) {
    return parts[indexOf(moment)];
  }

  private long begin(int part) {
    return Math.max(from, (first + part) * length);
  }

  private long end(int part) {
    return Math.min(to, (first + part + 1) * length);
  }

  private void add(Download download) {
    long begin = download.begin().toEpochMilli();
    long end = download.end().toEpochMilli();
    if (isWithin(begin)) {
      at(begin).started++;
    }
    if (isWithin(end)) {
      at(end).ended.merge(download.outcome(), 1L, Long::sum);
    }
    forEach(begin, end, (part, present) -> part.transferMillis += present);
    List<Long> steps = download.profile().bytes();
    double all = steps.stream().mapToDouble(Long::doubleValue).sum();
    if (all <= 0) {
      spread(begin, end, (double) download.bytes());
    }
    for (int i = 0; all > 0 && i < steps.size(); i++) {
      long step = Math.min(end, begin + i * download.profile().stepMillis());
      long next = Math.min(end, step + download.profile().stepMillis());
      spread(step, next, download.bytes() * (steps.get(i) / all));
    }
  }

  /** Spreads bytes evenly over a stretch of time. */
  private void spread(long begin, long end, double bytes) {
    if (begin == end && isWithin(end)) {
      at(end).bytes += bytes;
    }
    forEach(begin, end, (part, present) -> part.bytes += bytes * present / (end - begin));
  }

  /** Calls with each part that has some of a stretch of time, and the milliseconds that it has. */
  private void forEach(long begin, long end, ObjLongConsumer<Part> action) {
    for (int i = indexOf(begin); begin < to && end > from && i <= indexOf(end); i++) {
      long present = Math.min(end, end(i)) - Math.max(begin, begin(i));
      if (present > 0) {
        action.accept(parts[i], present);
      }
    }
  }

  /** Finds how many were present at once: each begin and end in turn, ends first. */
  private void addMost(List<Download> downloads) {
    record Step(long at, int change) {}

    List<Step> steps =
        downloads.stream()
            .flatMap(
                each ->
                    Stream.of(
                        new Step(each.begin().toEpochMilli(), 1),
                        new Step(each.end().toEpochMilli(), -1)))
            .sorted(Comparator.comparingLong(Step::at).thenComparingInt(Step::change))
            .toList();
    int part = 0;
    long present = 0;
    for (Step step : steps) {
      int until = indexOf(step.at());
      for (; part < until; part++) {
        parts[part + 1].most = present;
      }
      present = Math.max(0, present + step.change());
      if (step.at() < to) {
        parts[until].most = Math.max(parts[until].most, step.at() < from ? 0 : present);
      }
      if (step.at() < from) {
        parts[0].most = present;
      }
    }
  }

  private List<Interval> intervals() {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      Part part = parts[i];
      Interval interval =
          new Interval(
              begin(i),
              end(i) - begin(i),
              Math.round(part.bytes),
              part.started,
              part.ended,
              part.refused,
              part.keptOut,
              new Load(
                  Math.round(part.transferMillis),
                  0,
                  new Use(part.most, 0),
                  Use.NONE,
                  Use.NONE,
                  Use.NONE),
              Distribution.NONE,
              Peak.NONE,
              Map.of());
      intervals.add(length == MINUTE ? interval.asMinute() : interval);
    }
    return intervals;
  }
}
