package io.sendfile.glassfish.sender;

import io.sendfile.glassfish.journal.Entry;
import io.sendfile.glassfish.journal.Journal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait for their delivery, in memory and in the journal. After a failure none is
 * tried for a while, and the one that failed goes behind the others, so that one that cannot be
 * delivered does not keep them. Thread-safe.
 */
final class Outbox implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");

  /** While it pauses the clock is looked at so often: it need not be that of the JVM. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  private final Journal journal;
  private final long mostBytes;
  private final BackOff backOff;
  private final LongSupplier nanoTime;
  private final DoubleSupplier chance;
  private final ArrayDeque<Entry> waiting;
  private final Set<Entry> beingSent = new HashSet<>();
  private int failuresInARow;
  private long notBeforeNanos;
  private long bytes;
  private boolean journalFails;
  private boolean closed;

  /**
   * An outbox with what the journal holds.
   *
   * @param mostBytes bytes of events that may wait
   * @param nanoTime monotonic clock, nanoseconds
   * @param chance gives numbers from 0 to 1
   */
  Outbox(
      Journal journal,
      long mostBytes,
      BackOff backOff,
      LongSupplier nanoTime,
      DoubleSupplier chance) {
    this.journal = journal;
    this.mostBytes = mostBytes;
    this.backOff = backOff;
    this.nanoTime = nanoTime;
    this.chance = chance;
    this.waiting = new ArrayDeque<>(journal.waiting());
    this.bytes = journal.waitingBytes();
    this.notBeforeNanos = nanoTime.getAsLong();
  }

  /** Takes an event; false if there is no room for it: those that came before it stay. */
  synchronized boolean add(Entry entry) {
    long needed = Journal.bytes(entry);
    if (closed || bytes + needed > mostBytes) {
      return false;
    }
    try {
      journal.add(entry);
    } catch (IOException e) {
      journalFailed(e);
    }
    bytes += needed;
    waiting.add(entry);
    notifyAll();
    return true;
  }

  /** What cannot be written is still sent, and is lost only if the server ends before. */
  private void journalFailed(IOException e) {
    Level level = journalFails ? Level.FINE : Level.WARNING;
    journalFails = true;
    LOG.log(level, e, () -> "The journal of results cannot be written; they are kept in memory");
  }

  /** The next event to be tried, after waiting for it; null once this is closed. */
  synchronized @Nullable Entry take() throws InterruptedException {
    while (!closed) {
      long nanos = waiting.isEmpty() ? Long.MAX_VALUE : notBeforeNanos - nanoTime.getAsLong();
      if (nanos <= 0) {
        return poll();
      }
      wait(waiting.isEmpty() ? 0 : Math.min(nanos / 1_000_000 + 1, LOOK_AGAIN_MILLIS));
    }
    return null;
  }

  /** The next event if it may be tried now; null if there is none. */
  synchronized @Nullable Entry poll() {
    if (closed || waiting.isEmpty() || notBeforeNanos - nanoTime.getAsLong() > 0) {
      return null;
    }
    // First, lest it be lost when there is no memory for that.
    beingSent.add(waiting.element());
    return waiting.remove();
  }

  /** The destination is there and has answered about this one: it goes. */
  synchronized void done(Entry entry) {
    failuresInARow = 0;
    notBeforeNanos = nanoTime.getAsLong();
    discard(entry);
    notifyAll();
  }

  /** It goes without an answer. */
  synchronized void discard(Entry entry) {
    beingSent.remove(entry);
    bytes -= Journal.bytes(entry);
    try {
      journal.remove(entry);
    } catch (IOException e) {
      journalFailed(e);
    }
  }

  /** It will be tried again, as will all others, after some time, which is returned. */
  synchronized Duration failed(Entry entry, Duration atLeast) {
    failuresInARow++;
    Duration pause = backOff.after(failuresInARow, chance.getAsDouble());
    Duration longer = pause.compareTo(atLeast) < 0 ? atLeast : pause;
    notBeforeNanos = nanoTime.getAsLong() + longer.toNanos();
    putBack(entry);
    return longer;
  }

  /** It was not tried to the end; nothing changes if it has gone, or waits again. */
  synchronized void putBack(Entry entry) {
    if (beingSent.contains(entry)) {
      waiting.add(entry);
      beingSent.remove(entry);
    }
  }

  /** Events that wait or are being sent. */
  synchronized int size() {
    return waiting.size() + beingSent.size();
  }

  /** Bytes of those. */
  synchronized long bytes() {
    return bytes;
  }

  /** Gives no event any more; those that wait stay in the journal. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      notifyAll();
      journal.close();
    }
  }
}
