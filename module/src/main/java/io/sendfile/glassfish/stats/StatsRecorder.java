package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;

/**
 * Where events of one listener and one root are counted. Thread-safe, never blocks, never throws,
 * makes no garbage for what happens with every small file.
 */
public interface StatsRecorder {
  /** A recorder that counts nothing. */
  static StatsRecorder disabled() {
    return DisabledRecorder.INSTANCE;
  }

  /** Where a transfer stands that does not end in its first write. */
  enum Presence {
    /** In progress. */
    ACTIVE,
    /** It waits for admission. */
    WAITING
  }

  /**
   * Events that a counter counts. After {@link Figure#STARTED}, {@link #finished} follows exactly
   * once.
   *
   * @param counter one of {@link Figure#COUNTERS}
   * @param n at least 0
   */
  void add(Figure counter, long n);

  /**
   * The kernel took body bytes of a started transfer.
   *
   * @param copied those that passed through the server, at least 0
   * @param zeroCopied those that did not, at least 0
   */
  void sent(long copied, long zeroCopied);

  /**
   * A started transfer ended.
   *
   * @param bytes body bytes the kernel took in all, each of them told by {@link #sent} before
   * @param firstByteNanos time from the hand-off to the first byte taken, 0 when there was none
   * @param nanos time from the hand-off to the end
   */
  void finished(Outcome outcome, long bytes, long firstByteNanos, long nanos);

  /** A started transfer stands there from now on; {@link #left} follows exactly once. */
  void entered(Presence presence);

  /** It stands there no more. */
  void left(Presence presence);

  /** A hand-off was refused for the reason with this stable code. */
  void refused(String code);

  /** A hand-off was answered with this HTTP status, 100 to 599. */
  void status(int status);

  /**
   * A plug-in threw, or did not answer, and was stood in for.
   *
   * @param plugIn what and which it is, e.g. {@code algorithm slow-start}
   */
  void plugInFailed(String plugIn);
}
