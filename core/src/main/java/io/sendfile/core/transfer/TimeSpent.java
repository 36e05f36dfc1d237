package io.sendfile.core.transfer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The time of a transfer, by phase. Immutable.
 *
 * @param nanos nanoseconds of each phase, at least 0; a phase without time may be missing
 */
public record TimeSpent(Map<Phase, Long> nanos) {
  /** No time. */
  public static final TimeSpent NONE = new TimeSpent(Map.of());

  public TimeSpent {
    nanos = Map.copyOf(nanos);
  }

  /** The time since an earlier reading. */
  TimeSpent minus(TimeSpent earlier) {
    Map<Phase, Long> since = new EnumMap<>(Phase.class);
    nanos.forEach((phase, time) -> since.put(phase, time - earlier.in(phase)));
    return new TimeSpent(since);
  }

  private long in(Phase phase) {
    return nanos.getOrDefault(phase, 0L);
  }

  private long total() {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The share of a phase, 0 to 100, rounded; 0 of no time. */
  public int percent(Phase phase) {
    long total = total();
    return total == 0 ? 0 : (int) Math.round(100.0 * in(phase) / total);
  }

  /** Phases with a share of at least 1 percent, the longest first. */
  public List<Phase> main() {
    return Arrays.stream(Phase.values())
        .filter(phase -> percent(phase) > 0)
        .sorted(Comparator.comparing(this::in).reversed())
        .toList();
  }

  /** The shares of those phases, by label, in their order. */
  public Map<String, Integer> percents() {
    Map<String, Integer> percents = new LinkedHashMap<>();
    main().forEach(phase -> percents.put(phase.label(), percent(phase)));
    return percents;
  }

  /** The shares in words, e.g. {@code client 93 %, sending 7 %}; empty for no time. */
  public String words() {
    return main().stream()
        .map(phase -> phase.label() + " " + percent(phase) + " %")
        .collect(Collectors.joining(", "));
  }

  /**
   * Charges a transfer's time to phases, in total and for the last half a minute to a minute.
   * Thread-safe; reads no clock.
   */
  static final class TimeAccount {
    private static final long WINDOW_NANOS = 30_000_000_000L;

    /**
     * Each transfer is checked a few times a second, so after this time without a check the process
     * itself stood still (SIGSTOP, a suspended machine), which was nobody's use of time.
     */
    private static final long STANDSTILL_NANOS = 5_000_000_000L;

    private long place;
    private long worker;
    private long sending;
    private long client;
    private long rate;
    private long disk;
    private long chargedNanos;
    private TimeSpent from = TimeSpent.NONE;
    private TimeSpent nextFrom = TimeSpent.NONE;
    private long nextFromNanos;

    TimeAccount(long startNanos) {
      chargedNanos = startNanos;
      nextFromNanos = startNanos;
    }

    /** Charges the time since the last call to this phase. */
    synchronized void charge(Phase phase, long nowNanos) {
      // Another thread may have read a later time, and charged it first.
      long passed = Math.max(0, nowNanos - chargedNanos);
      chargedNanos += passed;
      passed = ran(passed);
      switch (phase) {
        case PLACE -> place += passed;
        case WORKER -> worker += passed;
        case SENDING -> sending += passed;
        case CLIENT -> client += passed;
        case RATE -> rate += passed;
        case DISK -> disk += passed;
      }
    }

    /** The part of the time since the last look in which the process ran. */
    private static long ran(long nanos) {
      return nanos < STANDSTILL_NANOS ? nanos : 0;
    }

    /** Charges the time so far to the present state. Called a few times a second. */
    synchronized void sample(TransferState state, long nowNanos) {
      charge(state.phase(), nowNanos);
      // Allocates here, not at a change of state, which must not fail for lack of memory.
      if (nowNanos - nextFromNanos >= WINDOW_NANOS) {
        from = nextFrom;
        nextFrom = whole();
        nextFromNanos = nowNanos;
      }
    }

    /** All time charged. */
    synchronized TimeSpent whole() {
      return new TimeSpent(
          Map.of(
              Phase.PLACE, place,
              Phase.WORKER, worker,
              Phase.SENDING, sending,
              Phase.CLIENT, client,
              Phase.RATE, rate,
              Phase.DISK, disk));
    }

    /** The time of the last half a minute to a minute, up to now in the present state. */
    synchronized TimeSpent lately(TransferState state, long nowNanos) {
      sample(state, nowNanos);
      return whole().minus(from);
    }
  }
}
