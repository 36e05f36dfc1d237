package io.sendfile.core.transfer;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.files.Source.Extent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Distinguishes the bytes of a body that are in memory from those on the disk, and reads the latter
 * ahead. Probing has a cost, so for a file found in memory it probes at ever longer distances,
 * until a turn takes long (docs/decisions/0048-cold-files.md). For one thread at a time.
 */
final class ReadAhead {
  /** First distance between two probes, and most bytes of one read. */
  static final long LEAST = 1 << 20;

  /**
   * Bytes of the first read. The kernel reads further by more than the length of each read, and
   * with many cold files all others wait for that.
   */
  static final long FIRST_READ = LEAST >> 3;

  /** Longest distance between two probes. */
  static final long MOST = 8 << 20;

  /** Duration of a turn that has probably waited for the disk: many times the usual one. */
  static final long SLOW_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** A faster read of {@link #LEAST} shows that the bytes were in memory. */
  static final long QUICK_READ_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  private final Body body;
  private final PageCacheProbe probe;
  private final boolean asks;
  private long trust = LEAST;
  private long stretch = FIRST_READ;

  /** Position in the body of the first byte that is not known to be in memory. */
  private long known;

  /** Whether the last bytes were on the disk, so that the next ones probably are. */
  private boolean cold;

  ReadAhead(Body body, PageCacheProbe probe) {
    this.body = body;
    this.probe = probe;
    this.asks = body.length() >= probe.worthFrom();
  }

  /** Number of bytes that can be sent now; 0 if {@link #read} must come first. */
  long ready() throws IOException {
    if (body.sent() < known) {
      return known - body.sent();
    }
    Extent next = body.extent();
    if (next == null) {
      return Long.MAX_VALUE;
    }
    Extent trusted = next.atMost(trust);
    if (cold || next.mayHang() || (asks && !probe.has(trusted))) {
      return 0;
    }
    trust = Math.min(2 * trust, MOST);
    known = body.sent() + trusted.length();
    return trusted.length();
  }

  /**
   * Reads the next bytes, and waits for the disk. They then count as ready, even after a failure.
   */
  void read(LongSupplier nanoTime) throws IOException {
    Extent next = body.extent();
    if (next == null) {
      return;
    }
    Extent wanted = next.atMost(stretch);
    known = body.sent() + wanted.length();
    long start = nanoTime.getAsLong();
    wanted.readAhead();
    cold = nanoTime.getAsLong() - start > QUICK_READ_NANOS * stretch / LEAST;
    stretch = Math.min(2 * stretch, LEAST);
    trust = LEAST;
  }

  /** Returns to short distances after a turn that took long. */
  void turnTook(long nanos) {
    if (nanos > SLOW_TURN_NANOS && !cold) {
      trust = LEAST;
      known = body.sent();
    }
  }
}
