package io.sendfile.core.stats;

import io.sendfile.core.stats.StatsRecorder.Presence;

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
}
