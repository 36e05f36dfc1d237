package io.sendfile.operations.ended;

/** Runs tasks one after the other, on another thread than the caller's. */
interface Writer extends AutoCloseable {
  /** Runs a task in about a second; false if it is refused. */
  boolean inASecond(Runnable task);

  /** Runs a task, and waits for its end for a bounded time. */
  void now(Runnable task);

  /** Accepts no further tasks. */
  @Override
  void close();
}
