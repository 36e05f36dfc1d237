package io.sendfile.glassfish.sender;

import io.sendfile.glassfish.journal.Journal;
import io.sendfile.glassfish.journal.JournalRecord;
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
 * The queue of undelivered events, in memory and in the journal. After a failure all deliveries
 * pause, and the failed event goes to the end, so that an undeliverable one does not hold up the
 * others. Thread-safe.
 */
final class Outbox implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");

  /** Interval of checking the clock during a pause, since the clock need not be the JVM's. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  private final Journal journal;
  private final long mostBytes;
  private final BackOff backOff;
  private final LongSupplier nanoTime;
  private final DoubleSupplier chance;
  private final ArrayDeque<JournalRecord> waiting;
  private final Set<JournalRecord> beingSent = new HashSet<>();
  private int failuresInARow;
  private long notBeforeNanos;
  private long bytes;
  private boolean journalFails;
  private boolean closed;

  /**
   * Creates an outbox with the journal's events.
   *
   * @param mostBytes bound of the queue in bytes
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

  /** Adds an event; false without room for it: older events stay. */
  synchronized boolean add(JournalRecord record) {
    long needed = Journal.bytes(record);
    if (closed || bytes + needed > mostBytes) {
      return false;
    }
    try {
      journal.add(record);
    } catch (IOException e) {
      journalFailed(e);
    }
    bytes += needed;
    waiting.add(record);
    notifyAll();
    return true;
  }

  /** An event that cannot be written is still sent, and is lost only if the server ends before. */
  private void journalFailed(IOException e) {
    Level level = journalFails ? Level.FINE : Level.WARNING;
    journalFails = true;
    LOG.log(level, e, () -> "The journal of results cannot be written; they are kept in memory");
  }

  /** Waits for the next event to be tried; null once closed. */
  synchronized @Nullable JournalRecord take() throws InterruptedException {
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
  synchronized @Nullable JournalRecord poll() {
    if (closed || waiting.isEmpty() || notBeforeNanos - nanoTime.getAsLong() > 0) {
      return null;
    }
    // Comes first, so that a lack of memory does not lose the event.
    beingSent.add(waiting.element());
    return waiting.remove();
  }

  /** Removes an event that the destination has answered. */
  synchronized void done(JournalRecord record) {
    failuresInARow = 0;
    notBeforeNanos = nanoTime.getAsLong();
    discard(record);
    notifyAll();
  }

  /** Removes an event that is given up. */
  synchronized void discard(JournalRecord record) {
    beingSent.remove(record);
    bytes -= Journal.bytes(record);
    try {
      journal.remove(record);
    } catch (IOException e) {
      journalFailed(e);
    }
  }

  /**
   * Postpones this event and all others.
   *
   * @return the pause
   */
  synchronized Duration failed(JournalRecord record, Duration atLeast) {
    failuresInARow++;
    Duration pause = backOff.after(failuresInARow, chance.getAsDouble());
    Duration longer = pause.compareTo(atLeast) < 0 ? atLeast : pause;
    notBeforeNanos = nanoTime.getAsLong() + longer.toNanos();
    putBack(record);
    return longer;
  }

  /** The attempt was interrupted; no effect if the event has gone, or waits again. */
  synchronized void putBack(JournalRecord record) {
    if (beingSent.contains(record)) {
      waiting.add(record);
      beingSent.remove(record);
    }
  }

  /** Events that wait or are being sent. */
  synchronized int size() {
    return waiting.size() + beingSent.size();
  }

  /** Bytes of the events that wait or are being sent. */
  synchronized long bytes() {
    return bytes;
  }

  /** Hands out no further events; waiting ones stay in the journal. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      notifyAll();
      journal.close();
    }
  }
}
