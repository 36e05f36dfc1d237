package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.Extent;
import io.sendfile.glassfish.files.PageCacheProbe;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells the bytes of a body that can be sent at once from those that the disk has to be waited for,
 * and reads the latter ahead. A question costs, too; so a file that was in memory is trusted for
 * ever longer stretches, until a turn takes long (docs/decisions/0048-cold-files.md). For one
 * thread at a time.
 */
final class ReadAhead {
  /** First stretch of a file that is trusted, and most bytes that are read at once. */
  static final long LEAST = 1 << 20;

  /**
   * Bytes of the first read. The kernel reads on beyond each by more than its length, and with many
   * cold files all others wait for that.
   */
  static final long FIRST_READ = LEAST >> 3;

  /** Longest stretch that is trusted. */
  static final long MOST = 8 << 20;

  /** Time of a turn that may have waited for the disk: many times that of a usual one. */
  static final long SLOW_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Time in which no disk reads {@link #LEAST}: the bytes were in memory. */
  static final long QUICK_READ_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  private final Body body;
  private final PageCacheProbe probe;
  private final boolean asks;
  private long trust = LEAST;
  private long stretch = FIRST_READ;

  /** Position in the body of the first byte that is not known to be in memory. */
  private long known;

  /** The last bytes were on the disk, so the next ones will be. */
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
   * Reads on, and waits for the disk. Afterwards, those bytes are ready, whether it failed or not.
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

  /** Ends the trust after a turn that took long. */
  void turnTook(long nanos) {
    if (nanos > SLOW_TURN_NANOS && !cold) {
      trust = LEAST;
      known = body.sent();
    }
  }
}
