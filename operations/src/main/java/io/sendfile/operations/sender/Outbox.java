package io.sendfile.operations.sender;

import io.sendfile.operations.journal.DiskQueue;
import io.sendfile.operations.journal.JournalRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue of undelivered events, on disk. After a failure all deliveries pause, and the failed
 * event goes to the end, so that an undeliverable one does not hold up the others. Thread-safe.
 */
final class Outbox implements AutoCloseable {
  /** Interval of checking the clock during a pause, since the clock need not be the JVM's. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  private final DiskQueue queue;
  private final BackOff backOff;
  private final LongSupplier nanoTime;
  private final DoubleSupplier chance;
  private int failuresInARow;
  private long notBeforeNanos;
  private boolean closed;

  /**
   * Creates an outbox with the events of a queue.
   *
   * @param nanoTime monotonic clock, nanoseconds
   * @param chance gives numbers from 0 to 1
   */
  Outbox(DiskQueue queue, BackOff backOff, LongSupplier nanoTime, DoubleSupplier chance) {
    this.queue = queue;
    this.backOff = backOff;
    this.nanoTime = nanoTime;
    this.chance = chance;
    this.notBeforeNanos = nanoTime.getAsLong();
  }

  /** Adds an event; false without room for it: older events stay. */
  synchronized boolean add(JournalRecord event) {
    boolean added = !closed && queue.add(event);
    if (added) {
      notifyAll();
    }
    return added;
  }

  /** Writes what waits in memory, as the disk failed, if it can be written now. */
  synchronized void retry() {
    if (!closed) {
      queue.retry();
      notifyAll();
    }
  }

  /** Waits for the next event to be tried; null once closed. */
  synchronized DiskQueue.@Nullable Entry take() throws InterruptedException {
    while (!closed) {
      DiskQueue.Entry next = poll();
      if (next != null) {
        return next;
      }
      long millis = (notBeforeNanos - nanoTime.getAsLong()) / 1_000_000 + 1;
      // One that waits without a pause cannot be read from the disk now.
      wait(
          queue.isEmpty()
              ? 0
              : millis > 0 && millis < LOOK_AGAIN_MILLIS ? millis : LOOK_AGAIN_MILLIS);
    }
    return null;
  }

  /** The next event if it may be tried now; null if there is none. */
  synchronized DiskQueue.@Nullable Entry poll() {
    return closed || notBeforeNanos - nanoTime.getAsLong() > 0 ? null : queue.take();
  }

  /** Removes an event that the destination has answered. */
  synchronized void done(DiskQueue.Entry event) {
    failuresInARow = 0;
    notBeforeNanos = nanoTime.getAsLong();
    discard(event);
    notifyAll();
  }

  /** Time for which this process has known an event, by its running clock. */
  Duration known(DiskQueue.Entry event) {
    return queue.known(event);
  }

  /** Removes an event that is given up. */
  synchronized void discard(DiskQueue.Entry event) {
    if (!closed) {
      queue.remove(event);
    }
  }

  /**
   * Postpones this event and all others.
   *
   * @return the pause
   */
  synchronized Duration failed(DiskQueue.Entry event, Duration atLeast) {
    failuresInARow++;
    Duration pause = backOff.after(failuresInARow, chance.getAsDouble());
    Duration longer = pause.compareTo(atLeast) < 0 ? atLeast : pause;
    notBeforeNanos = nanoTime.getAsLong() + longer.toNanos();
    putBack(event);
    return longer;
  }

  /** The attempt was interrupted; no effect if the event has gone, or waits again. */
  synchronized void putBack(DiskQueue.Entry event) {
    queue.putBack(event);
  }

  /** Events that wait or are being sent; without a wait for the disk. */
  int size() {
    return queue.size();
  }

  /** Bytes of those; likewise. */
  long bytes() {
    return queue.bytes();
  }

  /** Hands out no further events; waiting ones stay in the queue. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      notifyAll();
      queue.close();
    }
  }

  /**
   * Pauses after failures: doubled each time, up to a maximum; half of a pause is random, so that
   * servers that failed together do not come back together.
   *
   * @param first pause after the first failure, before chance
   * @param most longest pause
   */
  record BackOff(Duration first, Duration most) {
    /** Doublings after which a second exceeds any maximum. */
    private static final int DOUBLINGS = 30;

    /**
     * The next pause.
     *
     * @param failures in a row so far, at least 1
     * @param chance from 0 to 1
     */
    Duration after(int failures, double chance) {
      long doubled = first.toMillis() << Math.min(failures - 1, DOUBLINGS);
      long half = Math.min(doubled, most.toMillis()) / 2;
      return Duration.ofMillis(half + Math.round((double) half * chance));
    }
  }
}
