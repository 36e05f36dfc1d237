package io.sendfile.glassfish.monitoring;

import io.sendfile.core.amounts.Amounts;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The usage of a server's limits as text: numbers by name for transport between servers, and one
 * line for people.
 */
public final class LimitUsageText {
  private static final String WORKERS_BUSY = "workers-busy";
  private static final String WORKERS = "workers";
  private static final String ACTIVE = "active";
  private static final String MAX_ACTIVE = "max-active-transfers";
  private static final String WAITING = "waiting";
  private static final String MAX_WAITING = "max-waiting-transfers";
  private static final String HELD = "claimed-bytes";
  private static final String MAX_HELD = "max-buffered-bytes";

  private LimitUsageText() {}

  /** Numbers by name; 0 as {@value #MAX_HELD} is no limit. */
  public static Map<String, String> row(UsedLimits now) {
    Map<String, Number> row = new LinkedHashMap<>();
    row.put(WORKERS_BUSY, now.getWorkersBusy());
    row.put(WORKERS, now.getWorkers());
    row.put(ACTIVE, now.getActive());
    row.put(MAX_ACTIVE, now.getMaxActive());
    row.put(WAITING, now.getWaiting());
    row.put(MAX_WAITING, now.getMaxWaiting());
    row.put(HELD, now.getClaimedBytes());
    row.put(MAX_HELD, now.getMaxClaimedBytes());
    Map<String, String> text = new LinkedHashMap<>();
    row.forEach((name, number) -> text.put(name, number.toString()));
    return text;
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
    StringJoiner line = new StringJoiner(", ");
    line.add("workers busy " + of(row, WORKERS_BUSY, WORKERS));
    line.add("active " + of(row, ACTIVE, MAX_ACTIVE));
    line.add("waiting " + of(row, WAITING, MAX_WAITING));
    String most = bytes(row, MAX_HELD);
    line.add(
        "memory claimed " + bytes(row, HELD) + (number(row, MAX_HELD) == 0 ? "" : " of " + most));
    return line.toString();
  }

  private static String of(Map<String, String> row, String used, String most) {
    return number(row, used) + " of " + number(row, most);
  }

  private static String bytes(Map<String, String> row, String name) {
    return Amounts.bytes(number(row, name));
  }

  private static long number(Map<String, String> row, String name) {
    return Long.parseLong(row.getOrDefault(name, "0"));
  }
}
