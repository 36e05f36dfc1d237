package io.sendfile.glassfish.sender;

import io.sendfile.glassfish.journal.JournalRecord;
import io.sendfile.glassfish.sender.DeliveryResult.Delivered;
import io.sendfile.glassfish.sender.DeliveryResult.Failed;
import io.sendfile.glassfish.sender.DeliveryResult.Refused;
import io.sendfile.glassfish.threads.CleanThreads;
import io.sendfile.glassfish.threads.Thrown;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Threads that deliver events from the outbox to the destination, until closed. */
final class DeliveryThreads implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final long CLOSE_MILLIS = 2_000;

  /** Pause after an internal failure, so that a repeated one keeps no processor busy. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SenderOptions options;
  private final Outbox outbox;
  private final HttpDestination destination;
  private final InstantSource clock;
  private final SenderCounts counts;
  private final List<Thread> threads = new ArrayList<>();
  private volatile String problem = "";
  private volatile boolean refused;

  DeliveryThreads(
      SenderOptions options,
      Outbox outbox,
      HttpDestination destination,
      InstantSource clock,
      SenderCounts counts) {
    this.options = options;
    this.outbox = outbox;
    this.destination = destination;
    this.clock = clock;
    this.counts = counts;
  }

  /** Starts the threads. */
  void start() {
    for (int i = 1; i <= options.connections(); i++) {
      String name = "sendfile-results-" + i;
      Thread thread = CleanThreads.make(() -> new Thread(this::work, name));
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

  /** The reason why the last attempt failed; empty if it succeeded. */
  String problem() {
    return problem;
  }

  /** Runs until the outbox is closed; an Error costs one attempt, never the thread. */
  private void work() {
    boolean more = true;
    while (more) {
      try {
        JournalRecord next = outbox.take();
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

  private void handleOrPutBack(JournalRecord record) throws InterruptedException {
    boolean handled = false;
    try {
      handle(record);
      handled = true;
    } finally {
      if (!handled) {
        outbox.putBack(record);
      }
    }
  }

  private void handle(JournalRecord record) throws InterruptedException {
    Duration age = Duration.ofMillis(clock.millis() - record.millis());
    if (!options.keep().isZero() && age.compareTo(options.keep()) > 0) {
      outbox.discard(record);
      failed(record, "it could not be delivered for " + options.keep().toHours() + " hours");
      return;
    }
    DeliveryResult answer = attempt(record);
    if (answer instanceof Delivered) {
      outbox.done(record);
      // Counted last, so that a reader of the new count finds no problem any more.
      deliveredAgain();
      counts.sent.increment();
    } else if (answer instanceof Refused refusal) {
      outbox.done(record);
      failed(record, "the destination refuses it: " + refusal.why());
    } else if (answer instanceof Failed failure) {
      Duration pause = outbox.failed(record, failure.notBefore());
      counts.retried.increment();
      notDelivered(failure.why(), pause);
    }
  }

  private DeliveryResult attempt(JournalRecord record) throws InterruptedException {
    try {
      return destination.post(record);
    } catch (RuntimeException | Error e) {
      return new Failed(e.toString(), Duration.ZERO);
    }
  }

  private void failed(JournalRecord record, String why) {
    counts.failed.increment();
    Level level = refused ? Level.FINE : Level.WARNING;
    refused = true;
    LOG.log(
        level,
        () ->
            "The result "
                + record.key()
                + " is given up: "
                + why
                + "; further ones are counted, and logged at the level FINE");
  }

  private void notDelivered(String why, Duration pause) {
    Level level = problem.isEmpty() ? Level.WARNING : Level.FINE;
    problem = why;
    LOG.log(
        level,
        () ->
            "Results cannot be delivered to "
                + options.shownDestination()
                + ": "
                + why
                + "; "
                + outbox.size()
                + " wait, and are tried again after "
                + pause.toMillis()
                + " ms");
  }

  private void deliveredAgain() {
    if (!problem.isEmpty()) {
      problem = "";
      LOG.info(() -> "Results are delivered again to " + options.shownDestination());
    }
  }

  /** Leaves undelivered events in the journal. */
  @Override
  public void close() {
    try {
      // Closes the outbox first, so that no thread is interrupted while it writes, which would
      // close the file.
      outbox.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The journal of results was not closed cleanly", e);
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
