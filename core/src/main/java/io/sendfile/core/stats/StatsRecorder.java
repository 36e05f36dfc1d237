package io.sendfile.core.stats;

import io.sendfile.spi.Outcome;

/**
 * Records events of one listener and one root. Thread-safe, never blocks, never throws, makes no
 * garbage for events of every small file.
 */
public interface StatsRecorder {
  /** A recorder that counts nothing. */
  static StatsRecorder disabled() {
    return Disabled.INSTANCE;
  }

  /**
   * Counts events. After {@link Figure#STARTED}, {@link #finished} follows exactly once.
   *
   * @param counter one of {@link Figure#COUNTERS}
   * @param n at least 0
   */
  void add(Figure counter, long n);

  /**
   * Counts body bytes of a started transfer, taken by the kernel.
   *
   * @param copied bytes that passed through the server, at least 0
   * @param zeroCopied bytes that did not, at least 0
   */
  void sent(long copied, long zeroCopied);

  /**
   * Records that the kernel took the first body byte of a started transfer; once, and then only.
   *
   * @param nanos time from the hand-off, at least 1
   */
  void firstByte(long nanos);

  /**
   * Records the end of a started transfer.
   *
   * @param bytes body bytes the kernel took in all, each of them reported by {@link #sent} before
   * @param nanos time from the hand-off to the end
   */
  void finished(Outcome outcome, long bytes, long nanos);

  /** A started transfer enters a presence; {@link #left} follows exactly once. */
  void entered(Presence presence);

  /** It leaves the presence. */
  void left(Presence presence);

  /** Counts a refusal by its stable code. */
  void refused(String code);

  /** Counts a response by its HTTP status, 100 to 599. */
  void status(int status);

  /**
   * Begins to count the failures of a plug-in, from zero.
   *
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   */
  void plugInUsed(String plugIn);

  /**
   * Counts a failure of a plug-in, for which a fallback was used.
   *
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   */
  void plugInFailed(String plugIn);

  /** Counts nothing, so that callers need not check whether counting is on. */
  enum Disabled implements StatsRecorder {
    INSTANCE;

    @Override
    public void add(Figure counter, long n) {}

    @Override
    public void sent(long copied, long zeroCopied) {}

    @Override
    public void firstByte(long nanos) {}

    @Override
    public void finished(Outcome outcome, long bytes, long nanos) {}

    @Override
    public void entered(Presence presence) {}

    @Override
    public void left(Presence presence) {}

    @Override
    public void refused(String code) {}

    @Override
    public void status(int status) {}

    @Override
    public void plugInUsed(String plugIn) {}

    @Override
    public void plugInFailed(String plugIn) {}
  }
}
