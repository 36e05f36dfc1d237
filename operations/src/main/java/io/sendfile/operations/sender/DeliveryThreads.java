package io.sendfile.operations.sender;

import io.sendfile.core.threads.Thrown;
import io.sendfile.operations.journal.DiskQueue;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.sender.HttpDestination.Result.Delivered;
import io.sendfile.operations.sender.HttpDestination.Result.Failed;
import io.sendfile.operations.sender.HttpDestination.Result.Refused;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Losses;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Threads that deliver events from the outbox to the destination, until closed. */
final class DeliveryThreads implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final long CLOSE_MILLIS = 2_000;

  /** Pause after an internal failure, so that a repeated one keeps no processor busy. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Counters of events since the start of the server. Thread-safe. */
  static final class Counts {
    final LongAdder sent = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder failed = new LongAdder();
  }

  private final SenderOptions options;
  private final Outbox outbox;
  private final HttpDestination destination;
  private final InstantSource clock;
  private final Counts counts;
  private final Losses losses;
  private final List<Thread> threads = new ArrayList<>();

  DeliveryThreads(
      SenderOptions options,
      Outbox outbox,
      HttpDestination destination,
      InstantSource clock,
      Counts counts,
      Losses losses) {
    this.options = options;
    this.outbox = outbox;
    this.destination = destination;
    this.clock = clock;
    this.counts = counts;
    this.losses = losses;
  }

  /** Starts the threads, unless that was done. */
  synchronized void start() {
    if (!threads.isEmpty()) {
      return;
    }
    for (int i = 1; i <= options.connections(); i++) {
      String name = "sendfile-results-" + i;
      Thread thread = CleanThreads.make(name, this::work);
      threads.add(thread);
      thread.start();
    }
  }

  SenderOptions options() {
    return options;
  }

  Outbox outbox() {
    return outbox;
  }

  /** Runs until the outbox is closed; an Error costs one attempt, never the thread. */
  private void work() {
    boolean more = true;
    while (more) {
      try {
        DiskQueue.Entry next = outbox.take();
        more = next != null;
        if (next != null) {
          handleOrPutBack(next);
        }
      } catch (InterruptedException e) {
        LOG.log(Level.FINEST, "closed", e);
        more = false;
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a result could not be handled; it is tried again");
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void handleOrPutBack(DiskQueue.Entry event) throws InterruptedException {
    boolean handled = false;
    try {
      handle(event);
      handled = true;
    } finally {
      if (!handled) {
        outbox.putBack(event);
      }
    }
  }

  /** Counts last, so that a reader of a new count finds the problem of its time. */
  void handle(DiskQueue.Entry event) throws InterruptedException {
    JournalRecord record = event.event();
    if (isTooOld(event)) {
      outbox.discard(event);
      failed(record, "not delivered for " + options.keep().toHours() + " hours");
      return;
    }
    HttpDestination.Result answer = attempt(record);
    if (answer instanceof Delivered) {
      outbox.done(event);
      losses.works();
      counts.sent.increment();
    } else if (answer instanceof Refused refusal) {
      outbox.done(event);
      failed(record, "refused by the destination with " + refusal.why());
    } else if (answer instanceof Failed failure) {
      outbox.failed(event, failure.notBefore());
      losses.fails("nothing is delivered to " + options.shownDestination() + ": " + failure.why());
      counts.retried.increment();
    }
  }

  /** By both clocks: a time of day that is wrong for a moment takes nothing away. */
  private boolean isTooOld(DiskQueue.Entry event) {
    Duration keep = options.keep();
    return !keep.isZero()
        && clock.millis() - event.event().millis() > keep.toMillis()
        && outbox.known(event).compareTo(keep) > 0;
  }

  private HttpDestination.Result attempt(JournalRecord record) throws InterruptedException {
    try {
      return destination.post(record);
    } catch (RuntimeException | Error e) {
      return new Failed(e.toString(), Duration.ZERO);
    }
  }

  private void failed(JournalRecord record, String why) {
    counts.failed.increment();
    losses.lost(1, record.key() + ", " + why);
  }

  /** Leaves undelivered events in the journal. */
  @Override
  public void close() {
    try {
      // Closes the outbox first, so that no thread is interrupted while it writes, which would
      // close the file.
      outbox.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "sendfile: the journal of results was not closed cleanly", e);
    }
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
