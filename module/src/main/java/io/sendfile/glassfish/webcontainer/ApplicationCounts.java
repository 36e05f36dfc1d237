package io.sendfile.glassfish.webcontainer;

import java.util.concurrent.atomic.LongAdder;

/** What all web applications of a server together were told. Thread-safe. */
public final class ApplicationCounts {
  final LongAdder waiting = new LongAdder();
  final LongAdder told = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder failed = new LongAdder();

  /** The application that was to be told has gone. */
  public void drop() {
    dropped.increment();
  }

  /** Hand-offs whose application is to be told, and is not yet. */
  public long waiting() {
    return waiting.sum();
  }

  /** Results that applications have taken. */
  public long told() {
    return told.sum();
  }

  /** Results for which there was no room, or no application any more. */
  public long dropped() {
    return dropped.sum();
  }

  /** Results with which an application threw. */
  public long failed() {
    return failed.sum();
  }
}
