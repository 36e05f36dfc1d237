package io.sendfile.core.transfer;

import java.util.concurrent.Executor;

/** The threads of turns. Thread-safe. */
@FunctionalInterface
public interface TurnThreads extends Executor, Parker {
  /** Sets the number of additional threads; 0 removes them when they become idle. */
  default void spares(int number) {}
}
