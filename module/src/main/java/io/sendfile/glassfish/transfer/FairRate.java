package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TransferScheduler.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A rate that transfers share by the tree of {@link Branch}es: a client with many connections gets
 * no more than one with a single one, if both want all they can get. Slices are granted one after
 * the other, as the bytes are earned, in the order of a {@link FairQueue}; each is as long as the
 * share that is due to its owner, so that even one connection has time to come back for the next.
 * Thread-safe.
 */
final class FairRate {
  private final TokenBucket bucket;
  private final LongSupplier nanoTime;
  private final Timer timer;
  private final FairQueue<Seat> queue = new FairQueue<>();
  private final ShareTree shares = new ShareTree();

  /** The owner of the bytes that are being earned. */
  private @Nullable Seat next;

  private long dueNanos;

  /**
   * @param bytesPerSecond at least 1
   * @param nanoTime monotonic clock, nanoseconds
   */
  FairRate(long bytesPerSecond, LongSupplier nanoTime, Timer timer) {
    this.bucket = new TokenBucket(bytesPerSecond, nanoTime.getAsLong());
    this.nanoTime = nanoTime;
    this.timer = timer;
  }

  /** A transfer's place; to be closed at its end. */
  Seat seat(List<Branch> path) {
    return new Seat(path);
  }

  /** The place of one transfer, which asks for one slice at a time. */
  final class Seat {
    private final List<Branch> path;
    private long bytes;
    private boolean asks;
    private boolean granted;
    private @Nullable Runnable wake;

    private Seat(List<Branch> path) {
      this.path = path;
    }

    /** Charges bytes that were sent without asking. */
    void charge(long sent, long nowNanos) {
      bucket.charge(sent, nowNanos);
    }

    /** Most bytes to ask for at a time. */
    long slice() {
      return bucket.slice(1);
    }

    /** Asks for a slice, once the last one is {@link #spent}. */
    void ask(long wanted, long nowNanos) {
      synchronized (FairRate.this) {
        bytes = wanted;
        asks = true;
        shares.join(path);
        queue.add(this, path);
      }
      serve(nowNanos);
    }

    /** Bytes of the slice that may be sent, which are as many as asked for or less; 0 for none. */
    long granted() {
      synchronized (FairRate.this) {
        return granted ? bytes : 0;
      }
    }

    /** Cuts the slice to the share that is due now. */
    private long cut() {
      bytes = Math.min(bytes, bucket.slice(shares.of(path)));
      return bytes;
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
      shares.leave(path);
    }

    /**
     * Leaves.
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
          queue.remove(this, path);
        }
        next = this == next ? null : next;
        leave();
      }
      serve(nanoTime.getAsLong());
    }
  }

  /** Grants all slices that are earned, and wakes their owners. */
  void serve(long nowNanos) {
    List<Runnable> woken = new ArrayList<>();
    synchronized (this) {
      for (Seat seat = first(nowNanos); seat != null; seat = first(nowNanos)) {
        if (nowNanos - dueNanos < 0) {
          break;
        }
        next = null;
        seat.granted = true;
        if (seat.wake != null) {
          woken.add(seat.wake);
          seat.wake = null;
        }
      }
    }
    woken.forEach(Runnable::run);
  }

  /** The owner of the bytes that are earned next; null if nobody asks. */
  private @Nullable Seat first(long nowNanos) {
    if (next == null) {
      next = queue.next(Seat::cut);
      if (next != null) {
        long wait = bucket.reserve(next.bytes, nowNanos);
        dueNanos = nowNanos + wait;
        if (wait > 0) {
          timer.after(wait, () -> serve(nanoTime.getAsLong()));
        }
      }
    }
    return next;
  }
}
