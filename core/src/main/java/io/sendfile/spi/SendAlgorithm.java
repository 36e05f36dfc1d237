package io.sendfile.spi;

/**
 * A way of sharing workers between transfers: blocking or not, with one or several bursts.
 * Thread-safe; creates one {@link Pace} per transfer. Reads no clock.
 *
 * <p>A plug-in is an HK2 service of this contract. After an exception the default algorithm decides
 * about that transfer.
 */
public interface SendAlgorithm {
  /**
   * A client below this rate, bytes per second, is slow: its turn takes all that it has drained,
   * and few bytes for it wait unsent in the kernel.
   */
  long SLOW_CLIENT = 2_000_000;

  /**
   * Name in configuration, e.g. {@code equal-non-blocking}; a plug-in's has 1 to 64 letters,
   * digits, {@code -}, {@code _} or {@code .}, beginning with a letter or digit.
   */
  String name();

  /** The pace of one new transfer. */
  Pace pace();

  /**
   * Whether a transfer's first turn goes before the turns of those that have already sent: a client
   * gets its first byte without waiting for other transfers' rounds.
   */
  default boolean newcomersFirst() {
    return false;
  }

  /** The decisions for one transfer; called by one worker at a time. */
  @FunctionalInterface
  interface Pace {
    /** Decides about the turn that was just granted. */
    Burst next(Progress progress);
  }

  /**
   * Progress of a transfer at the start of a turn.
   *
   * @param sent body bytes sent so far
   * @param remaining body bytes still to send, at least 1
   * @param nowNanos monotonic time
   * @param lastBytes body bytes sent in the turn before, 0 in the first
   * @param lastFull whether the peer took no more in the turn before
   */
  record Progress(long sent, long remaining, long nowNanos, long lastBytes, boolean lastFull) {}

  /**
   * One turn.
   *
   * @param bytes most bytes to send in this turn, at least 1
   * @param blocking whether the worker waits for a full peer within the turn, and the transfer for
   *     a peer that can take bytes before the next one
   */
  record Burst(long bytes, boolean blocking) {
    /**
     * @throws IllegalArgumentException for a burst without bytes, which would never end
     */
    public Burst {
      if (bytes < 1) {
        throw new IllegalArgumentException("bytes of a burst must be at least 1, was " + bytes);
      }
    }
  }
}
