package io.sendfile.operations.journal;

import io.sendfile.spi.Losses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of undelivered events in a {@link RecordLog}, which is rewritten when more than half of it
 * is obsolete. Memory has the place of each event only. While the file cannot be used, events wait
 * in memory, up to a bound of their own, and are written later. Not thread-safe, but for {@link
 * #size} and {@link #bytes}.
 */
public final class DiskQueue implements AutoCloseable {
  /** Most bytes of events that wait in memory for the disk. */
  static final long MOST_IN_MEMORY = 16 << 20;

  private final Path folder;
  private final long mostBytes;
  private final Losses losses;
  private final LongSupplier nanoTime;
  private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
  private final Set<Entry> taken = new LinkedHashSet<>();

  /** Events that the file lacks. */
  private final Set<Entry> unwritten = new LinkedHashSet<>();

  private @Nullable RecordLog file;
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private long unwrittenBytes;

  /** An event of the queue. */
  public static final class Entry {
    /** Bytes of its line. */
    private final int length;

    /** Of its line in the file. */
    private long position;

    /** Known while it is unwritten or taken. */
    private @Nullable JournalRecord event;

    private final long sinceNanos;

    private Entry(int length, long sinceNanos) {
      this.length = length;
      this.sinceNanos = sinceNanos;
    }

    /**
     * The event.
     *
     * @throws IllegalStateException if it is not taken
     */
    public JournalRecord event() {
      JournalRecord known = event;
      if (known == null) {
        throw new IllegalStateException("not taken");
      }
      return known;
    }
  }

  /**
   * Opens the queue of that folder, which is created if missing. If that fails, events wait in
   * memory until {@link #retry} succeeds.
   *
   * @param mostBytes bound of the queue; the file may be twice as large
   * @param losses told when the file cannot be used, and when it can be used again
   * @param nanoTime monotonic clock, nanoseconds
   */
  public DiskQueue(Path folder, long mostBytes, Losses losses, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.losses = losses;
    retry();
  }

  /** Tries again to open the file, and to write what it lacks. */
  public void retry() {
    try {
      RecordLog open = file == null ? open() : file;
      if (open.mustBeReplaced()) {
        rewrite(open);
      }
      for (Iterator<Entry> left = unwritten.iterator(); left.hasNext(); ) {
        Entry entry = left.next();
        entry.position = open.add(List.of(entry.event().text()));
        unwrittenBytes -= entry.length;
        left.remove();
        if (!taken.contains(entry)) {
          entry.event = null;
        }
      }
      compact(open);
      losses.works();
    } catch (IOException e) {
      fails(e);
    }
  }

  private void fails(IOException e) {
    losses.fails(folder + " cannot be used, so events wait in memory: " + e, unwritten.size());
  }

  private RecordLog open() throws IOException {
    List<Entry> found = new ArrayList<>();
    RecordLog opened =
        new RecordLog(
            folder,
            losses,
            (text, position) -> {
              JournalRecord.read(text);
              Entry entry = new Entry(RecordLog.bytes(text), nanoTime.getAsLong());
              entry.position = position;
              found.add(entry);
            });
    found.forEach(entry -> count(1, entry.length));
    waiting.addAll(found);
    file = opened;
    return opened;
  }

  /** Null if its line is damaged. */
  private static @Nullable JournalRecord event(RecordLog from, Entry entry) throws IOException {
    String text = RecordLog.text(from.read(entry.position, entry.length - 1));
    return text == null ? null : JournalRecord.read(text);
  }

  private static byte[] line(RecordLog from, Entry entry) {
    try {
      // The last line of the file may lack its end.
      byte[] line = Arrays.copyOf(from.read(entry.position, entry.length - 1), entry.length);
      line[entry.length - 1] = '\n';
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds an event; false without room for it: older events stay. */
  public boolean add(JournalRecord event) {
    Entry entry = new Entry(RecordLog.bytes(event.text()), nanoTime.getAsLong());
    if (bytes.get() + entry.length > mostBytes) {
      return false;
    }
    if (!write(entry, event.text())) {
      if (unwrittenBytes + entry.length > MOST_IN_MEMORY) {
        return false;
      }
      entry.event = event;
      unwritten.add(entry);
      unwrittenBytes += entry.length;
    }
    count(1, entry.length);
    waiting.add(entry);
    return true;
  }

  private void count(int events, long theirBytes) {
    size.addAndGet(events);
    bytes.addAndGet(theirBytes);
  }

  private boolean write(Entry entry, String text) {
    RecordLog open = file;
    if (open == null || losses.isFailing()) {
      return false;
    }
    try {
      entry.position = open.add(List.of(text));
      return true;
    } catch (IOException e) {
      fails(e);
      return false;
    }
  }

  /** Takes the next event; null if none can be had now. One whose line is damaged is lost. */
  public @Nullable Entry take() {
    while (!waiting.isEmpty()) {
      Entry next = waiting.element();
      RecordLog open = file;
      if (open != null && next.event == null) {
        try {
          next.event = event(open, next);
        } catch (IOException e) {
          fails(e);
          return null;
        }
      }
      // Comes first, so that a lack of memory does not lose the event.
      taken.add(next);
      waiting.remove();
      if (next.event != null) {
        return next;
      }
      losses.lost(1, "a line that cannot be read");
      remove(next);
    }
    return null;
  }

  /** Puts an event that was taken behind all others; no effect on one that was removed. */
  public void putBack(Entry entry) {
    if (taken.contains(entry)) {
      waiting.add(entry);
      taken.remove(entry);
      if (!unwritten.contains(entry)) {
        entry.event = null;
      }
    }
  }

  /** Removes an event that was taken. */
  public void remove(Entry entry) {
    if (!taken.remove(entry)) {
      return;
    }
    count(-1, -entry.length);
    RecordLog open = file;
    if (unwritten.remove(entry)) {
      unwrittenBytes -= entry.length;
    } else if (open != null) {
      try {
        // If that fails, it is delivered once more after a restart.
        open.remove(entry.position);
        if (!losses.isFailing()) {
          compact(open);
        }
      } catch (IOException e) {
        fails(e);
      }
    }
  }

  private void compact(RecordLog open) throws IOException {
    if (open.isLong(bytes.get())) {
      rewrite(open);
    }
  }

  private void rewrite(RecordLog open) throws IOException {
    List<Entry> left = new ArrayList<>(taken);
    left.addAll(waiting);
    left.removeAll(unwritten);
    try {
      open.replaceLines(() -> left.stream().map(entry -> line(open, entry)).iterator());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    long position = 0;
    for (Entry entry : left) {
      entry.position = position;
      position += entry.length;
    }
  }

  /** Time for which this process has known an event, by its running clock. */
  public Duration known(Entry entry) {
    return Duration.ofNanos(nanoTime.getAsLong() - entry.sinceNanos);
  }

  /** Whether none waits to be taken. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Number of events, those that were taken included. */
  public int size() {
    return size.get();
  }

  /** Bytes of those events, as lines of the file. */
  public long bytes() {
    return bytes.get();
  }

  /** Leaves the events in the file; those that it lacks are lost. */
  @Override
  public void close() throws IOException {
    if (!unwritten.isEmpty()) {
      retry();
    }
    if (!unwritten.isEmpty()) {
      losses.lost(unwritten.size(), "they waited for the disk when the server stopped");
    }
    if (file != null) {
      file.close();
    }
  }
}
