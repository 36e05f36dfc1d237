package io.sendfile.core.engine;

import io.sendfile.core.transfer.Timer;

/** A timer with a periodic task. Thread-safe. */
public interface TickingTimer extends Timer, AutoCloseable {
  @Override
  void close();
}
