package io.sendfile.core.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rates that the server has promised, checked from outside: whatever was sent may be ahead of
 * its rate by what a bucket holds, and by the slices that were granted before, and no more however
 * often the rate changes. Bytes of calls that a change of rates meets are of no law.
 */
final class RateLaws {
  /** Time in which a rate fills its bucket, and the length of the longest slice. */
  static final long BUCKET_NANOS = World.SECOND / 4;

  /** The same where the kernel spreads the bytes. */
  static final long SPREAD_NANOS = World.SECOND / 2;

  /** Bytes of a slice at least, unless the bucket holds less. */
  private static final long SMALLEST_SLICE = 4096;

  private final World world;
  private final ToLongFunction<@Nullable Object> transfers;
  private final Law total;
  private final Map<Object, Law> clients = new HashMap<>();
  private long clientRate;
  private boolean changes;

  /** A promised rate. */
  static final class Law {
    private final World world;
    private final String what;
    private final long bucketNanos;
    private final boolean equal;
    private long bytesPerSecond;
    private double aheadNanos;
    private long sinceNanos;
    private long mostNanos;

    /**
     * @param equal whether slices are equal parts of the bucket; else a weight may give one all
     */
    Law(World world, String what, long bucketNanos, boolean equal) {
      this.world = world;
      this.what = what;
      this.bucketNanos = bucketNanos;
      this.equal = equal;
      this.sinceNanos = world.now();
    }

    long bytesPerSecond() {
      return bytesPerSecond;
    }

    /** Bytes sent until now stay ahead, but for the time without a limit. */
    void change(long rate) {
      pass();
      aheadNanos = bytesPerSecond == 0 ? 0 : aheadNanos;
      bytesPerSecond = rate;
    }

    /** Bytes sent until now do not count any more. */
    void begin(long rate) {
      bytesPerSecond = rate;
      aheadNanos = 0;
    }

    private void pass() {
      long now = world.now();
      aheadNanos = Math.max(0, aheadNanos - (now - sinceNanos));
      sinceNanos = now;
    }

    /** Slices that so many may have been granted, each beside those before it. */
    private long sliceNanos(long sharers) {
      long smallest = Math.min(SMALLEST_SLICE * World.SECOND / bytesPerSecond, bucketNanos);
      long all = 0;
      for (int i = 1; i <= sharers; i++) {
        all += Math.max(bucketNanos / (equal ? i : 1), smallest);
      }
      return all;
    }

    /**
     * Bytes were sent.
     *
     * @param sharers transfers that may have a slice
     */
    void moved(long bytes, long sharers) {
      pass();
      if (bytesPerSecond == 0) {
        return;
      }
      if (aheadNanos == 0) {
        mostNanos = bucketNanos + sliceNanos(sharers) + World.MILLI;
      }
      aheadNanos += (double) bytes * World.SECOND / bytesPerSecond;
      if (aheadNanos > mostNanos) {
        world.breach(
            "%s of %d is exceeded by %d ms, not %d"
                .formatted(
                    what,
                    bytesPerSecond,
                    (long) aheadNanos / World.MILLI,
                    mostNanos / World.MILLI));
      }
    }
  }

  /**
   * @param transfers number of those of a client that may hold a slice; of all for null
   */
  RateLaws(World world, ToLongFunction<@Nullable Object> transfers) {
    this.world = world;
    this.transfers = transfers;
    this.total = new Law(world, "the total rate", BUCKET_NANOS, false);
  }

  /** The rates are about to change. */
  void begin() {
    changes = true;
  }

  /** They have changed. */
  void change(long newTotal, long newClient) {
    changes = false;
    total.change(newTotal);
    clientRate = newClient;
    clients.values().forEach(law -> law.change(newClient));
  }

  /** Whether no rate is shared. */
  boolean areNone() {
    return !changes && total.bytesPerSecond == 0 && clientRate == 0;
  }

  /** A sink has accepted bytes. */
  void moved(Object client, long bytes) {
    if (changes) {
      return;
    }
    total.moved(bytes, transfers.applyAsLong(null));
    clients.computeIfAbsent(client, this::ofClient).moved(bytes, transfers.applyAsLong(client));
  }

  private Law ofClient(Object client) {
    Law law = new Law(world, "the rate of client " + client, BUCKET_NANOS, true);
    law.change(clientRate);
    return law;
  }
}
