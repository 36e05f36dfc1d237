package io.sendfile.core.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rates that the server has promised, checked from outside: by time, whatever was sent may be
 * ahead of its rate by what a bucket and the slices under way hold, and no more however often the
 * rate changes.
 */
final class RateLaws {
  /** A bucket, slices that were granted and wait, and those taken up while a rate changes. */
  private static final long MOST_AHEAD = 3 * World.SECOND;

  private final World world;
  private final ToLongFunction<@Nullable Object> transfers;
  private final Law total;
  private final Map<Object, Law> clients = new HashMap<>();
  private long clientRate;

  private final class Law {
    private final String what;
    private long bytesPerSecond;
    private double aheadNanos;
    private long sinceNanos = world.now();

    /** Bytes of slices that others may have had since nothing was ahead. */
    private long slack;

    Law(String what) {
      this.what = what;
    }

    void change(long rate) {
      pass();
      bytesPerSecond = rate;
    }

    private void pass() {
      long now = world.now();
      aheadNanos = Math.max(0, aheadNanos - (now - sinceNanos));
      sinceNanos = now;
      slack = aheadNanos == 0 ? 0 : slack;
    }

    void moved(long bytes, long ofOthers) {
      pass();
      slack = Math.max(slack, ofOthers);
      if (bytesPerSecond > 0) {
        double nanos = (double) bytes * World.SECOND / bytesPerSecond;
        aheadNanos += nanos;
        double most = MOST_AHEAD + (double) slack * World.SECOND / bytesPerSecond;
        if (aheadNanos > most) {
          world.breach(
              "%s of %d is exceeded by %d ms"
                  .formatted(what, bytesPerSecond, (long) aheadNanos / World.MILLI));
        }
      }
    }
  }

  /**
   * @param transfers number of those of a client that may hold a slice; of all for null
   */
  RateLaws(World world, ToLongFunction<@Nullable Object> transfers) {
    this.world = world;
    this.transfers = transfers;
    this.total = new Law("the total rate");
  }

  void change(long newTotal, long newClient) {
    total.change(newTotal);
    clientRate = newClient;
    clients.values().forEach(law -> law.change(newClient));
  }

  /** A sink has accepted bytes; those of a slice from before a change are of no law. */
  void moved(VirtualSink sink, long bytes, boolean sliceIsOld) {
    if (sliceIsOld) {
      return;
    }
    // Slices are not cut below 4096 bytes, or what the rate has in a quarter of a second.
    long smallest = Math.min(4096, Math.max(1, total.bytesPerSecond / 4));
    total.moved(bytes, transfers.applyAsLong(null) * smallest);
    clients
        .computeIfAbsent(
            sink.client(),
            client -> {
              Law law = new Law("the rate of client " + client);
              law.change(clientRate);
              return law;
            })
        .moved(
            bytes,
            transfers.applyAsLong(sink.client()) * Math.min(4096, Math.max(1, clientRate / 4)));
  }
}
