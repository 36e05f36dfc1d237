package io.sendfile.grizzly.jmx;

import io.sendfile.core.amounts.Amounts;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The usage of a server's limits: for JMX and the console, as numbers by name for transport between
 * servers, and as one line for people.
 */
public final class UsedLimits {
  private static final String WORKERS_BUSY = "workers-busy";
  private static final String WORKERS = "workers";
  private static final String ACTIVE = "active";
  private static final String MAX_ACTIVE = "max-active-transfers";
  private static final String WAITING = "waiting";
  private static final String MAX_WAITING = "max-waiting-transfers";
  private static final String HELD = "claimed-bytes";
  private static final String MAX_HELD = "max-buffered-bytes";

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

  /** Numbers by name; 0 as {@value #MAX_HELD} is no limit. */
  public Map<String, String> row() {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(WORKERS_BUSY, String.valueOf(now.busyWorkers()));
    row.put(WORKERS, String.valueOf(now.workers()));
    row.put(ACTIVE, String.valueOf(now.active()));
    row.put(MAX_ACTIVE, String.valueOf(now.maxActive()));
    row.put(WAITING, String.valueOf(now.waiting()));
    row.put(MAX_WAITING, String.valueOf(now.maxWaiting()));
    row.put(HELD, String.valueOf(now.heldBytes()));
    row.put(MAX_HELD, String.valueOf(getMaxClaimedBytes()));
    return row;
  }

  /** Parses the numbers of {@link #row}; missing ones are 0. */
  public static LimitUsage parse(Map<String, String> row) {
    long most = number(row, MAX_HELD);
    return new LimitUsage(
        (int) number(row, WORKERS_BUSY),
        (int) number(row, WORKERS),
        (int) number(row, ACTIVE),
        (int) number(row, MAX_ACTIVE),
        (int) number(row, WAITING),
        (int) number(row, MAX_WAITING),
        number(row, HELD),
        most == 0 ? Limits.NONE : most);
  }

  /** As in {@code workers busy 2 of 4, active 12 of 10000, …}; missing numbers are 0. */
  public static String line(Map<String, String> row) {
    long most = number(row, MAX_HELD);
    return "workers busy %d of %d, active %d of %d, waiting %d of %d, memory claimed %s%s"
        .formatted(
            number(row, WORKERS_BUSY),
            number(row, WORKERS),
            number(row, ACTIVE),
            number(row, MAX_ACTIVE),
            number(row, WAITING),
            number(row, MAX_WAITING),
            Amounts.bytes(number(row, HELD)),
            most == 0 ? "" : " of " + Amounts.bytes(most));
  }

  private static long number(Map<String, String> row, String name) {
    return Long.parseLong(row.getOrDefault(name, "0"));
  }
}
