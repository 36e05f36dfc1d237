package io.sendfile.glassfish.webcontainer;

import io.sendfile.operations.journal.Losses;
import java.util.concurrent.atomic.LongAdder;

/** Counts of results delivered to all web applications of a server together. Thread-safe. */
public final class ApplicationCounts {
  final LongAdder waiting = new LongAdder();
  final LongAdder told = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder failed = new LongAdder();

  /** Results that an application was too slow for. */
  final Losses losses;

  /**
   * @param losses counts results without room
   */
  public ApplicationCounts(Losses losses) {
    this.losses = losses;
  }

  /** Counts a result whose application has gone. */
  public void drop() {
    dropped.increment();
  }

  /** Hand-offs whose application waits for a result. */
  public long waiting() {
    return waiting.sum();
  }

  /** Delivered results. */
  public long told() {
    return told.sum();
  }

  /** Results dropped for lack of room, or of the application. */
  public long dropped() {
    return dropped.sum();
  }

  /** Results on which an application threw. */
  public long failed() {
    return failed.sum();
  }
}
