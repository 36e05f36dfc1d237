package io.sendfile.core.transfer;

/** Runs an action later, on any thread. */
@FunctionalInterface
public interface Timer extends AutoCloseable {
  /** Runs it once, after that many nanoseconds or a little later; never after a close. */
  void after(long nanos, Runnable action);

  /** Drops all actions. */
  @Override
  default void close() {}
}
