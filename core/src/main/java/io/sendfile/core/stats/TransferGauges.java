package io.sendfile.core.stats;

import io.sendfile.core.stats.StatsRecorder.Presence;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gauges of transfers in progress and waiting, in one scope: a server, a listener, a root, or a
 * root at a listener.
 */
record TransferGauges(Gauge active, Gauge waiting) {
  TransferGauges() {
    this(new Gauge(), new Gauge());
  }

  Gauge of(Presence presence) {
    return presence == Presence.ACTIVE ? active : waiting;
  }

  boolean isEmpty() {
    return active.now() == 0 && waiting.now() == 0;
  }

  void reset() {
    active.reset();
    waiting.reset();
  }

  /** A number that goes up and down, with its maximum. Thread-safe. */
  static final class Gauge {
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
}
