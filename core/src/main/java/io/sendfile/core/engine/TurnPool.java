package io.sendfile.core.engine;

import io.sendfile.core.transfer.TurnThreads;

/** A pool of workers. Thread-safe. */
public interface TurnPool extends TurnThreads, AutoCloseable {
  /** Most threads that run turns at a time, without spare ones. */
  int size();

  /** Changes the number of threads; 0 means twice the processors. */
  void resize(int size);

  /** Accepts no further tasks, and finishes the queued ones. */
  @Override
  void close();
}
