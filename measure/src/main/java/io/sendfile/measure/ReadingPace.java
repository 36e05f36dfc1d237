package io.sendfile.measure;

import java.util.concurrent.TimeUnit;

/**
 * The account of a client that reads at a pace. Time without bytes is lost except for a short
 * moment, as on a slow line. For one thread.
 */
final class ReadingPace {
  /** Time that can be made up for. */
  private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final double SECOND = 1e9;

  private final double bytesPerNano;
  private double credit;
  private long creditedNanos;
  private long began;
  private long lastByte;
  private long longestPause;
  private long bytes;
  private boolean used;

  /** A pace that begins now. */
  ReadingPace(int bytesPerSecond, long nanoTime) {
    bytesPerNano = bytesPerSecond / SECOND;
    creditedNanos = nanoTime;
    begin(nanoTime);
  }

  /** Restarts the record. */
  void begin(long nanoTime) {
    began = nanoTime;
    lastByte = nanoTime;
    longestPause = 0;
    bytes = 0;
  }

  /** Most bytes that the client may read now. */
  int allowed(long nanoTime) {
    credit += (nanoTime - creditedNanos) * bytesPerNano;
    credit = Math.min(credit, KEPT_NANOS * bytesPerNano);
    creditedNanos = nanoTime;
    return (int) credit;
  }

  /** Counts bytes that were read, at least 1. */
  void read(int count, long nanoTime) {
    credit -= count;
    bytes += count;
    used = true;
    longestPause = Math.max(longestPause, nanoTime - lastByte);
    lastByte = nanoTime;
  }

  /** Whether nothing was ever read. */
  boolean isUnused() {
    return !used;
  }

  /** Bytes since the record began, as a part of those of the pace; at most 1. */
  double share(long nanoTime) {
    return Math.min(1, bytes / ((nanoTime - began) * bytesPerNano));
  }

  /** The longest time without a byte since the record began, nanoseconds. */
  long longestPause(long nanoTime) {
    return Math.max(longestPause, nanoTime - lastByte);
  }

  /** Bytes since the record began. */
  long bytes() {
    return bytes;
  }
}
