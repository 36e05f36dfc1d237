package io.sendfile.operations.history;

import io.sendfile.operations.journal.DiskWriter;
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
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the past: the samples of the last quarter of an hour in memory, minutes and hours in a
 * file, which another thread writes. A disk that fails, or does not answer, affects the file only:
 * nobody waits for it but in {@link #between}, and for a bounded time in {@link #close}.
 * Thread-safe.
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
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.history");

  private final Losses losses;
  private final DiskWriter writer;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile @Nullable HistoryFile file;
  private volatile boolean closed;
  private final Deque<Interval> recent = new ArrayDeque<>();

  /** Marks that the file lacks, oldest first. */
  private final Deque<Mark> late = new ConcurrentLinkedDeque<>();

  private volatile @Nullable Reading before;
  private long beforeNanos;

  /** The highest use of each limit since the start. */
  private volatile Load highest = Load.NONE;

  /** Start of the last sample that is a part of a minute; the file lacks later ones. */
  private long kept = Long.MIN_VALUE;

  /** Held during calls of the disk; taken before the lock of this, which guards the memory. */
  private final Object disk = new Object();

  /** The minute that is being filled. Guarded by the lock of the disk. */
  private Interval minute = Interval.empty(Long.MIN_VALUE);

  /** Milliseconds of the current minute that the file lacks. Likewise. */
  private long unwritten;

  /**
   * @param file null keeps everything in memory
   * @param losses counts what the file lacks
   * @param writer writes to the file
   */
  public History(@Nullable HistoryFile file, Losses losses, DiskWriter writer) {
    this.file = file;
    this.losses = losses;
    this.writer = writer;
  }

  /** Keeps everything from now on in that file, too, or closes it, as this is closed. */
  public void keepIn(HistoryFile opened) throws IOException {
    synchronized (this) {
      if (!closed) {
        file = opened;
        return;
      }
    }
    opened.close();
  }

  /** Whether it has a file. */
  public boolean isKept() {
    return file != null;
  }

  /**
   * Adds the events since the last sample.
   *
   * @param now counts since the start
   * @param nanos of a clock that is never set
   */
  public void sample(Reading now, long nanos) {
    int lost = 0;
    synchronized (this) {
      Reading last = before;
      long millis = (nanos - beforeNanos) / NANOS_PER_MILLI;
      if (last == null) {
        before = now;
        beforeNanos = nanos;
      } else if (millis > 0) {
        before = now;
        beforeNanos += millis * NANOS_PER_MILLI;
        lost = add(Interval.between(last, now, millis));
      }
    }
    if (lost > 0) {
      losses.lost(lost, "a sample of 15 minutes ago");
    }
    changed();
  }

  /** Returns the number of samples that are forgotten, and that the file will never have. */
  private int add(Interval interval) {
    // Removes later samples, from before the clock was set back.
    while (!recent.isEmpty() && recent.getLast().start() >= interval.start()) {
      recent.removeLast();
    }
    recent.addLast(interval);
    highest = highest.plus(interval.load());
    kept = Math.min(kept, interval.start() - 1);
    int lost = 0;
    while (recent.getFirst().start() < interval.start() - RECENT.toMillis()) {
      boolean missed = recent.removeFirst().start() > kept;
      lost += missed && (isKept() || losses.isFailing()) ? 1 : 0;
    }
    return lost;
  }

  private synchronized List<Interval> unkept() {
    return recent.stream().filter(sample -> sample.start() > kept).toList();
  }

  /** A sample is a part of its minute; not if the clock was set back since. */
  private synchronized void keeps(Interval sample) {
    if (recent.contains(sample)) {
      kept = sample.start();
    }
  }

  /** Adds the samples to their minutes that are not there, also those from before it had a file. */
  private void keep(HistoryFile to) throws IOException {
    for (Interval sample : unkept()) {
      long start = to.minutes().startOf(sample.start());
      if (minute.start() != start) {
        leave(to, start);
        // The file may have this minute, from before a restart or before the clock was set back.
        minute = to.minutes().at(start);
      }
      minute = minute.plus(sample.at(start));
      keeps(sample);
      unwritten += sample.millis();
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

  /** Adds a mark, which waits in memory for the file. */
  public void mark(Mark mark) {
    if (closed) {
      return;
    }
    late.add(mark);
    if (late.size() > MOST_LATE && late.pollFirst() != null) {
      losses.lost(1, "a mark that waited for the file");
    }
    changed();
  }

  private void addLate(HistoryFile to) throws IOException {
    for (Mark next = late.peekFirst(); next != null; next = late.peekFirst()) {
      to.marks().add(next);
      late.remove(next);
    }
  }

  private void changed() {
    if (isKept() && !asked.getAndSet(true) && !writer.soon(this::write)) {
      asked.set(false);
    }
  }

  /** Writes what the file lacks. */
  private void write() {
    asked.set(false);
    synchronized (disk) {
      HistoryFile to = file;
      if (to == null) {
        return;
      }
      try {
        if (!to.isInPlace()) {
          file = null;
          to.close();
          throw new IOException("it was moved or deleted; a new one begins");
        }
        addLate(to);
        keep(to);
        losses.works();
      } catch (IOException e) {
        losses.fails(
            "the file cannot be used, so only the last 15 minutes are known: " + e, late.size());
      }
    }
  }

  /** The highest use of each limit that is known, with the limit of its time. */
  public Load highest() {
    HistoryFile of = file;
    return of == null ? highest : highest.plus(of.highest());
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
  public List<Interval> between(
      Instant from, Instant to, Duration step, ZoneOffset offset, UnaryOperator<Interval> view)
      throws IOException {
    long start = from.toEpochMilli();
    long end = to.toEpochMilli();
    List<Interval> found = new ArrayList<>();
    if (step.compareTo(Duration.ofMinutes(1)) < 0) {
      recent(start).stream().filter(sample -> sample.start() < end).map(view).forEach(found::add);
    }
    synchronized (disk) {
      HistoryFile of = file;
      if (of != null) {
        keep(of);
        save(of);
        if (step.compareTo(Duration.ofHours(1)) < 0) {
          boolean longer = step.compareTo(Duration.ofMinutes(1)) > 0;
          UnaryOperator<Interval> minutes = longer ? each -> view.apply(each).asMinute() : view;
          putBefore(found, of.minutes(), start, end, minutes);
        }
        putBefore(found, of.hours(), start, end, view);
      }
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
    Reading last = before;
    long now = last == null ? to : last.all().at().toEpochMilli();
    found.addAll(0, series.between(from, until, now, view));
  }

  /** Marks of a stretch of time, oldest first. */
  public List<Mark> marks(Instant from, Instant to) {
    // First, as one that is written meanwhile is in both.
    List<Mark> waiting = late.stream().filter(mark -> mark.isWithin(from, to)).toList();
    HistoryFile of = file;
    List<Mark> kept = of == null ? List.of() : of.marks().between(from, to);
    return Stream.concat(kept.stream(), waiting.stream())
        .distinct()
        .sorted(Comparator.comparing(Mark::time))
        .toList();
  }

  /** The last mark of the file; null if there is none. */
  public @Nullable Mark lastMark() {
    HistoryFile of = file;
    return of == null ? null : of.marks().last();
  }

  /**
   * Leaves the file; waits for that, but not for long. What comes later, while the server goes
   * down, is no loss.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    writer.now(this::end);
  }

  private void end() {
    synchronized (disk) {
      HistoryFile to = file;
      file = null;
      try (to) {
        if (to != null) {
          addLate(to);
          keep(to);
          save(to);
        }
      } catch (IOException e) {
        LOG.log(Level.FINE, "the history of downloads ends early", e);
      }
    }
    if (!late.isEmpty()) {
      losses.lost(late.size(), "marks that waited for the file");
    }
  }
}
