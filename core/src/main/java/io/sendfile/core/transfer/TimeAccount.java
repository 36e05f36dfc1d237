package io.sendfile.core.transfer;

import java.util.Map;

/**
 * Charges a transfer's time to phases, in total and for the last half a minute to a minute.
 * Thread-safe; reads no clock.
 */
final class TimeAccount {
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
  private TimeSpent restarted = TimeSpent.NONE;
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

  /**
   * Begins the last time anew for one that is sending: another rate holds it from now on.
   *
   * @return the time since the last restart
   */
  synchronized TimeSpent restart(long nowNanos) {
    charge(Phase.SENDING, nowNanos);
    TimeSpent before = sinceRestart();
    restarted = whole();
    nextFrom = restarted;
    from = restarted;
    nextFromNanos = nowNanos;
    return before;
  }

  /** The time charged since the last restart. */
  synchronized TimeSpent sinceRestart() {
    return whole().minus(restarted);
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
