package io.sendfile.core.stats;

import java.util.concurrent.atomic.AtomicLong;

/** A number that goes up and down, with its maximum. Thread-safe. */
final class Gauge {
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong highest = new AtomicLong();

  void up() {
    long value = now.incrementAndGet();
    // Reads first, since the maximum is rarely raised and a plain read does not contend.
    if (value > highest.get()) {
      highest.accumulateAndGet(value, Math::max);
    }
  }

  void down() {
    now.decrementAndGet();
  }

  long now() {
    return now.get();
  }

  long highest() {
    return highest.get();
  }

  /** Restarts the maximum at the present number. */
  void reset() {
    highest.set(now.get());
  }
}
