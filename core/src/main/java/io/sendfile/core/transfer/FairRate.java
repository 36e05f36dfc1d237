package io.sendfile.core.transfer;

import io.sendfile.core.threads.Thrown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A rate that transfers share by client: one with many connections gets no more than one with a
 * single connection, if both take all they can get. Slices are granted one after the other, as the
 * rate allows. A client keeps its turn until its slices add up to its share of a quarter of a
 * second, and each of its transfers gets an equal part of that: so even a single connection can ask
 * for the next slice in time. Thread-safe.
 */
final class FairRate {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TokenBucket bucket;
  private final LongSupplier nanoTime;
  private final Timer timer;
  private final FairQueue<Seat> queue = new FairQueue<>();

  /** Number of transfers of each client that ask for a slice or have one. */
  private final Map<Object, Integer> asking = new HashMap<>();

  /** Bytes that the client that has the turn may still get in it. */
  private long turnBytes;

  /** The owner of the next slice. */
  private @Nullable Seat next;

  private long dueNanos;

  /**
   * @param bytesPerSecond at least 1
   * @param nanoTime monotonic clock, nanoseconds
   */
  FairRate(long bytesPerSecond, LongSupplier nanoTime, Timer timer) {
    this(new TokenBucket(bytesPerSecond, nanoTime.getAsLong()), nanoTime, timer);
  }

  /** The rate of that bucket. */
  FairRate(TokenBucket bucket, LongSupplier nanoTime, Timer timer) {
    this.bucket = bucket;
    this.nanoTime = nanoTime;
    this.timer = timer;
  }

  /** The seat of a transfer of that client; to be closed at its end. */
  Seat seat(Object client) {
    return new Seat(client);
  }

  /** One transfer's part in the rate; asks for one slice at a time. */
  final class Seat {
    private final Object client;
    private long bytes;
    private boolean asks;
    private boolean granted;
    private @Nullable Runnable wake;

    private Seat(Object client) {
      this.client = client;
    }

    /** Charges bytes that were sent without a slice. */
    void charge(long sent, long nowNanos) {
      bucket.charge(sent, nowNanos);
    }

    /** Most bytes to ask for at a time. */
    long slice() {
      return bucket.slice(1);
    }

    /** Asks for a slice after the last one is {@link #spent}. */
    void ask(long wanted, long nowNanos) {
      synchronized (FairRate.this) {
        bytes = wanted;
        asks = true;
        asking.merge(client, 1, Integer::sum);
        queue.add(this, client);
      }
      serve(nowNanos);
    }

    /** Bytes of the granted slice, at most as many as asked for; 0 if none is granted. */
    long granted() {
      synchronized (FairRate.this) {
        return granted ? bytes : 0;
      }
    }

    /** Runs an action when the slice may be sent, now or on another thread. */
    void whenGranted(Runnable action) {
      synchronized (FairRate.this) {
        if (asks && !granted) {
          wake = action;
          return;
        }
      }
      action.run();
    }

    /** The slice was sent. */
    void spent() {
      synchronized (FairRate.this) {
        leave();
      }
    }

    private void leave() {
      asks = false;
      granted = false;
      wake = null;
      asking.computeIfPresent(client, (unused, number) -> number == 1 ? null : number - 1);
    }

    /**
     * Gives the seat up.
     *
     * @param left bytes of the last slice that were not sent
     */
    void close(long left) {
      synchronized (FairRate.this) {
        if (!asks) {
          return;
        }
        if (granted || this == next) {
          bucket.giveBack(Math.min(left, bytes));
        } else {
          queue.remove(this, client);
        }
        next = this == next ? null : next;
        leave();
      }
      serve(nanoTime.getAsLong());
    }
  }

  /** Grants all slices that the rate allows now, and wakes their owners. */
  void serve(long nowNanos) {
    List<Runnable> woken = new ArrayList<>();
    synchronized (this) {
      for (Seat seat = first(nowNanos); seat != null; seat = first(nowNanos)) {
        if (nowNanos - dueNanos < 0) {
          break;
        }
        if (seat.wake != null) {
          woken.add(seat.wake);
          seat.wake = null;
        }
        next = null;
        seat.granted = true;
      }
    }
    woken.forEach(Runnable::run);
  }

  /** The owner of the next slice; null if nobody asks. */
  private @Nullable Seat first(long nowNanos) {
    if (next == null) {
      next = cut();
      if (next != null) {
        long wait = bucket.reserve(next.bytes, nowNanos);
        dueNanos = nowNanos + wait;
        if (wait > 0) {
          serveAfter(wait);
        }
      }
    }
    return next;
  }

  /** Cuts the next slice out of the queue; null if nobody asks. */
  private @Nullable Seat cut() {
    Seat seat = turnBytes > 0 ? queue.another() : null;
    if (seat == null) {
      seat = queue.next();
      turnBytes = seat == null ? 0 : bucket.slice(1.0 / asking.size());
    }
    if (seat != null) {
      int own = Objects.requireNonNull(asking.get(seat.client));
      long share = bucket.slice(1.0 / asking.size() / own);
      seat.bytes = Math.min(seat.bytes, Math.min(share, turnBytes));
      turnBytes -= seat.bytes;
    }
    return seat;
  }

  private void serveAfter(long nanos) {
    try {
      timer.after(nanos, () -> serve(nanoTime.getAsLong()));
    } catch (RuntimeException | Error e) {
      // Others were granted a slice and are still to be woken; this one is served by a sweep.
      Thrown.log(LOG, e, "the total rate waits for the next tick, as the timer failed");
    }
  }
}
