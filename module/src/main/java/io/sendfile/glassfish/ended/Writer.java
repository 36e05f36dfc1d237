package io.sendfile.glassfish.ended;

/** Runs tasks one after the other, apart from those who ask for them. */
interface Writer extends AutoCloseable {
  /** Runs a task in about a second; false if it will not. */
  boolean inASecond(Runnable task);

  /** Runs a task, and waits for its end, but not for long. */
  void now(Runnable task);

  /** Runs no more. */
  @Override
  void close();
}
