package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=Drain}: whether this server takes new downloads, and how long
 * the running ones may go on. Thread-safe.
 */
public interface DrainMXBean {
  /** Whether new downloads are admitted, and the server has started completely. */
  boolean isReady();

  /** {@code starting}, {@code ready}, {@code draining} or {@code stopping}. */
  String getPhase();

  /** Downloads that run or wait. */
  int getRunning();

  /** Seconds until a drain ends them; 0 without one. */
  long getSecondsLeft();

  /** Downloads that the deadline of the present or last drain ended. */
  long getEnded();

  /**
   * Refuses new downloads from now on, and ends the running ones after a time; a second call moves
   * the deadline.
   *
   * @param seconds at least 0
   * @throws IllegalArgumentException with a sentence, when it is negative
   */
  void begin(long seconds);

  /** Admits new downloads again. */
  void cancel();
}
