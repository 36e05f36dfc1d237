package io.sendfile.glassfish.transfer;

import java.util.concurrent.Executor;

/** The threads of turns. Thread-safe. */
@FunctionalInterface
public interface TurnThreads extends Executor {
  /** Lends this many threads besides those there are; 0 takes them back as they get idle. */
  default void spares(int number) {}
}
