package io.sendfile.grizzly.sockets;

import io.sendfile.spi.SendAlgorithm;
import java.util.concurrent.TimeUnit;

/**
 * The bound of a socket's unsent bytes, by the rate of its client: about those of a second. The
 * moments at which the socket was full tell the rate. A larger bound means fewer turns, a smaller
 * one less memory of the kernel. Not thread-safe.
 */
final class UnsentBound {
  /**
   * The bound for a client whose rate is not known, and for one that is not slow: faster ones get
   * less from a larger bound than they lose by it (docs/decisions/0010-rates.md).
   */
  static final int FIRST = 128 << 10;

  /** The smallest bound. */
  static final int LEAST = 16 << 10;

  /** The largest bound. */
  static final int MOST = 1 << 20;

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private int bound = FIRST;

  /** Times that it became full since its begin, or since its bound was changed; 3 for more. */
  private int known;

  private long lastNanos;
  private long lastTaken;
  private long beforeNanos;
  private long beforeTaken;

  /** Bytes per second; 0 while it is not known. */
  private double rate;

  /** The bound that fits the rate. */
  int bound() {
    return bound;
  }

  /** The bound has been set; where it changes, what is measured begins anew. */
  void bounded(int bytes) {
    if (bytes != bound) {
      bound = bytes;
      begin();
    }
  }

  /** A new download begins, perhaps after a pause. */
  void begin() {
    known = 0;
    rate = 0;
  }

  /**
   * The socket is full. Two times of emptying it tell the rate.
   *
   * @param taken all bytes of the download that it has taken
   * @return a bound that fits the rate better, to be {@linkplain #bounded set}; else the present
   *     one
   */
  int full(long nowNanos, long taken) {
    if (known >= 2 && nowNanos > beforeNanos) {
      rate = (taken - beforeTaken) / ((nowNanos - beforeNanos) / SECOND);
    }
    known = Math.min(known + 1, 3);
    beforeNanos = lastNanos;
    beforeTaken = lastTaken;
    lastNanos = nowNanos;
    lastTaken = taken;
    return rate == 0 ? bound : fitting();
  }

  private int fitting() {
    if (rate >= SendAlgorithm.SLOW_CLIENT) {
      return FIRST;
    }
    boolean fits = bound >= rate / 2 && bound <= 1.5 * rate;
    return fits ? bound : Math.max(LEAST, (int) Math.min(MOST, Long.highestOneBit((long) rate)));
  }
}
