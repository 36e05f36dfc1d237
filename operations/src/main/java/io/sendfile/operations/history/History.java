package io.sendfile.operations.history;

import io.sendfile.spi.Losses;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the past: the samples of the last quarter of an hour in memory, minutes and hours in a
 * file. A failing disk affects the file only. Thread-safe.
 */
public final class History implements AutoCloseable {
  /** Time between two samples. */
  public static final Duration SAMPLED = Duration.ofSeconds(2);

  /** Span of the samples in memory. */
  public static final Duration RECENT = Duration.ofMinutes(15);

  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1),
          Duration.ofHours(6),
          Duration.ofDays(1),
          Duration.ofDays(7));

  /** Longest time that is lost in a crash. */
  private static final Duration WRITTEN = Duration.ofSeconds(10);

  /** Most marks that wait for the file. */
  static final int MOST_LATE = 1000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Losses losses;
  private @Nullable HistoryFile file;
  private boolean closed;
  private final Deque<Interval> recent = new ArrayDeque<>();

  /** Marks that the file lacks, oldest first. */
  private final Deque<Mark> late = new ArrayDeque<>();

  private @Nullable Reading before;
  private long beforeNanos;

  /** The highest use of each limit since the start. */
  private Load highest = Load.NONE;

  /** The minute that is being filled. */
  private Interval minute = Interval.empty(Long.MIN_VALUE);

  /** Milliseconds of the current minute that the file lacks. */
  private long unwritten;

  /** Start of the last sample that is a part of a minute; the file lacks later ones. */
  private long kept = Long.MIN_VALUE;

  /**
   * @param file null keeps everything in memory
   * @param losses counts what the file lacks
   */
  public History(@Nullable HistoryFile file, Losses losses) {
    this.file = file;
    this.losses = losses;
  }

  /** Keeps everything from now on in that file, too, or closes it, as this is closed. */
  public synchronized void keepIn(HistoryFile opened) throws IOException {
    if (closed) {
      opened.close();
    } else {
      file = opened;
    }
  }

  /** Whether it has a file. */
  public synchronized boolean isKept() {
    return file != null;
  }

  /**
   * Adds the events since the last sample.
   *
   * @param now counts since the start
   * @param nanos of a clock that is never set
   */
  public synchronized void sample(Reading now, long nanos) {
    Reading last = before;
    long millis = (nanos - beforeNanos) / NANOS_PER_MILLI;
    if (last == null) {
      before = now;
      beforeNanos = nanos;
    } else if (millis > 0) {
      before = now;
      beforeNanos += millis * NANOS_PER_MILLI;
      add(Interval.between(last, now, millis));
    }
  }

  private void add(Interval interval) {
    // Removes later samples, from before the clock was set back.
    while (!recent.isEmpty() && recent.getLast().start() >= interval.start()) {
      recent.removeLast();
    }
    recent.addLast(interval);
    highest = highest.plus(interval.load());
    kept = Math.min(kept, interval.start() - 1);
    boolean unused = write(this::keep);
    while (recent.getFirst().start() < interval.start() - RECENT.toMillis()) {
      if (recent.removeFirst().start() > kept && losses.isFailing()) {
        losses.lost(1, "a sample of 15 minutes ago");
      }
    }
  }

  /** Adds the samples to their minutes that are not there, also those from before it had a file. */
  private void keep(HistoryFile to) throws IOException {
    for (Interval sample : recent) {
      if (sample.start() > kept) {
        long start = to.minutes().startOf(sample.start());
        if (minute.start() != start) {
          leave(to, start);
          // The file may have this minute, from before a restart or before the clock was set back.
          minute = to.minutes().at(start);
        }
        minute = minute.plus(sample.at(start));
        kept = sample.start();
        unwritten += sample.millis();
      }
    }
    if (unwritten >= WRITTEN.toMillis()) {
      put(to);
    }
  }

  /** Writes the minute. Its hour is summed up when it ends, at the cost of some samples. */
  private void leave(HistoryFile to, long next) throws IOException {
    if (to.hours().startOf(minute.start()) != to.hours().startOf(next)) {
      save(to);
    } else {
      put(to);
    }
  }

  /** Brings the file up to date. */
  private void save(HistoryFile to) throws IOException {
    if (minute.millis() > 0) {
      put(to);
      to.sumHour(minute.start());
    }
  }

  private void put(HistoryFile to) throws IOException {
    to.minutes().put(minute);
    unwritten = 0;
  }

  /** Adds a mark. While the file fails, it waits in memory. */
  public synchronized void mark(Mark mark) {
    if (closed) {
      return;
    }
    late.add(mark);
    if (late.size() > MOST_LATE) {
      late.removeFirst();
      losses.lost(1, "a mark that waited for the file");
    }
    boolean unused = write(to -> {});
  }

  private void addLate(HistoryFile to) throws IOException {
    while (!late.isEmpty()) {
      to.marks().add(late.getFirst());
      late.removeFirst();
    }
  }

  private interface Writing {
    void to(HistoryFile file) throws IOException;
  }

  private boolean write(Writing writing) {
    HistoryFile to = file;
    if (to == null) {
      return false;
    }
    try {
      if (!to.isInPlace()) {
        file = null;
        to.close();
        throw new IOException("it was moved or deleted; a new one begins");
      }
      addLate(to);
      writing.to(to);
      losses.works();
      return true;
    } catch (IOException e) {
      losses.fails(
          "the file cannot be used, so only the last 15 minutes are known: " + e, late.size());
      return false;
    }
  }

  /** The highest use of each limit that is known, with the limit of its time. */
  public synchronized Load highest() {
    return file == null ? highest : highest.plus(file.highest());
  }

  /** Samples in memory that ended after this time, milliseconds since the epoch; oldest first. */
  public synchronized List<Interval> recent(long since) {
    return recent.stream().filter(sample -> sample.end() > since).toList();
  }

  /**
   * The shortest step that suits a stretch of time: of which figures are kept, and which is in it
   * at most so many times; seven days if none is.
   */
  public static Duration step(Instant from, Instant to, Instant now, int most) {
    Duration kept = kept(Duration.between(from, now));
    return STEPS.stream()
        .filter(each -> each.compareTo(kept) >= 0)
        .filter(each -> Duration.between(from, to).dividedBy(each) <= most)
        .findFirst()
        .orElse(STEPS.get(STEPS.size() - 1));
  }

  /** Length of the shortest intervals of that age. */
  private static Duration kept(Duration age) {
    if (age.compareTo(RECENT) <= 0) {
      return Duration.ZERO;
    }
    return age.compareTo(HistoryFile.MINUTES_KEPT) <= 0
        ? Duration.ofMinutes(1)
        : Duration.ofHours(1);
  }

  /**
   * Figures of a stretch of time, oldest first, each of a step that begins at a multiple of it;
   * steps without samples are left out. Older times, of which only longer intervals are kept, have
   * those.
   *
   * @param offset of the clock by which days begin
   * @param view taken of each interval before it is a part of a step: without what nobody wants, as
   *     the parts of a year are many
   * @throws IOException if the file cannot be read
   */
  public synchronized List<Interval> between(
      Instant from, Instant to, Duration step, ZoneOffset offset, UnaryOperator<Interval> view)
      throws IOException {
    long start = from.toEpochMilli();
    long end = to.toEpochMilli();
    List<Interval> found = new ArrayList<>();
    if (step.compareTo(Duration.ofMinutes(1)) < 0) {
      recent.stream()
          .filter(sample -> sample.end() > start && sample.start() < end)
          .map(view)
          .forEach(found::add);
    }
    if (file != null) {
      save(file);
      if (step.compareTo(Duration.ofHours(1)) < 0) {
        boolean longer = step.compareTo(Duration.ofMinutes(1)) > 0;
        UnaryOperator<Interval> minutes = longer ? each -> view.apply(each).asMinute() : view;
        putBefore(found, file.minutes(), start, end, minutes);
      }
      putBefore(found, file.hours(), start, end, view);
    }
    return Interval.merged(found, step, offset);
  }

  private void putBefore(
      List<Interval> found,
      HistoryFile.Series series,
      long from,
      long to,
      UnaryOperator<Interval> view)
      throws IOException {
    long until = found.isEmpty() ? to : series.startOf(found.get(0).start());
    long now = before == null ? to : before.all().at().toEpochMilli();
    found.addAll(0, series.between(from, until, now, view));
  }

  /** Marks of a stretch of time, oldest first. */
  public synchronized List<Mark> marks(Instant from, Instant to) {
    List<Mark> kept = file == null ? List.of() : file.marks().between(from, to);
    return Stream.concat(kept.stream(), late.stream().filter(mark -> mark.isWithin(from, to)))
        .sorted(Comparator.comparing(Mark::time))
        .toList();
  }

  /** The last mark of the file; null if there is none. */
  public synchronized @Nullable Mark lastMark() {
    return file == null ? null : file.marks().last();
  }

  /** Leaves the file. What comes later, while the server goes down, is no loss. */
  @Override
  public synchronized void close() throws IOException {
    HistoryFile to = file;
    file = null;
    closed = true;
    try (to) {
      if (to != null) {
        addLate(to);
        save(to);
      }
    } finally {
      if (!late.isEmpty()) {
        losses.lost(late.size(), "marks that waited for the file");
      }
    }
  }
}
