package io.sendfile.grizzly.jmx;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.spi.Amounts;

/** The usage of a server's limits: for JMX and the console, and as one line for people. */
public final class UsedLimits {
  private final LimitUsage now;

  /** The bean of these numbers. */
  public UsedLimits(LimitUsage now) {
    this.now = now;
  }

  /** Common workers with a turn. */
  public int getWorkersBusy() {
    return now.busyWorkers();
  }

  /** Common workers. */
  public int getWorkers() {
    return now.workers();
  }

  /** Active transfers, which share the workers. */
  public int getActive() {
    return now.active();
  }

  /** Most of them. */
  public int getMaxActive() {
    return now.maxActive();
  }

  /** Transfers that wait for a place. */
  public int getWaiting() {
    return now.waiting();
  }

  /** Most of them. */
  public int getMaxWaiting() {
    return now.maxWaiting();
  }

  /** Bytes of memory claimed by active transfers. */
  public long getClaimedBytes() {
    return now.heldBytes();
  }

  /** Most of them; 0 = any. */
  public long getMaxClaimedBytes() {
    return now.maxBytes() == Limits.NONE ? 0 : now.maxBytes();
  }

  /** As in {@code workers busy 2 of 4, active 12 of 10000, …}. */
  public static String line(LimitUsage now) {
    return "workers busy %d of %d, active %d of %d, waiting %d of %d, memory claimed %s%s"
        .formatted(
            now.busyWorkers(),
            now.workers(),
            now.active(),
            now.maxActive(),
            now.waiting(),
            now.maxWaiting(),
            Amounts.bytes(now.heldBytes()),
            now.maxBytes() == Limits.NONE ? "" : " of " + Amounts.bytes(now.maxBytes()));
  }
}
