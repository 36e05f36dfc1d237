package io.sendfile.core.transfer;

import io.sendfile.core.transfer.TransferScheduler.Timer;
import io.sendfile.core.transfer.TurnOrder.FairQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A rate that transfers share by the tree of {@link Branch}es: a client with many connections gets
 * no more than a client with one, if both take all they can get. Slices are granted one after the
 * other, as the rate allows, in the order of a {@link FairQueue}. The length of a slice is its
 * owner's share of the rate, so that even a single connection can ask for the next slice in time.
 * Thread-safe.
 */
final class FairRate {
  private final TokenBucket bucket;
  private final LongSupplier nanoTime;
  private final Timer timer;
  private final FairQueue<Seat> queue = new FairQueue<>();
  private final ShareTree shares = new ShareTree();

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

  /** The seat of a transfer; to be closed at its end. */
  Seat seat(List<Branch> path) {
    return new Seat(path);
  }

  /** One transfer's part in the rate; asks for one slice at a time. */
  final class Seat {
    private final List<Branch> path;
    private long bytes;
    private boolean asks;
    private boolean granted;
    private @Nullable Runnable wake;

    private Seat(List<Branch> path) {
      this.path = path;
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
        shares.join(path);
        queue.add(this, path);
      }
      serve(nowNanos);
    }

    /** Bytes of the granted slice, at most as many as asked for; 0 if none is granted. */
    long granted() {
      synchronized (FairRate.this) {
        return granted ? bytes : 0;
      }
    }

    /** Cuts the slice to the present share. */
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
          queue.remove(this, path);
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

  /** The owner of the next slice; null if nobody asks. */
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

  /**
   * The shares of all present members of a tree, by the weights of their branches. Not thread-safe.
   */
  static final class ShareTree {
    private final Map<Object, ShareTree> branches = new HashMap<>();

    /** Members at this branch itself. */
    private int members;

    /** Sum of the weights of the branches. */
    private long weights;

    /** The weight among its siblings, as the last member to join knew it. */
    private int weight;

    /** Adds a member. */
    void join(List<Branch> path) {
      ShareTree node = this;
      for (Branch branch : path) {
        ShareTree child = node.branches.get(branch.name());
        if (child == null) {
          child = new ShareTree();
          node.branches.put(branch.name(), child);
        }
        int now = branch.weight();
        node.weights += now - child.weight;
        child.weight = now;
        node = child;
      }
      node.members++;
    }

    /** Removes a member that has joined with this path. */
    void leave(List<Branch> path) {
      leave(path, 0);
    }

    private void leave(List<Branch> path, int depth) {
      if (depth == path.size()) {
        members--;
        return;
      }
      Object name = path.get(depth).name();
      ShareTree child = branch(name);
      child.leave(path, depth + 1);
      if (child.members == 0 && child.branches.isEmpty()) {
        branches.remove(name);
        weights -= child.weight;
      }
    }

    /** The share of each member that has joined with this path, more than 0 and at most 1. */
    double of(List<Branch> path) {
      double share = 1;
      ShareTree node = this;
      for (Branch branch : path) {
        ShareTree child = node.branch(branch.name());
        share *= (double) child.weight / node.weights;
        node = child;
      }
      return share / node.members;
    }

    private ShareTree branch(Object name) {
      ShareTree branch = branches.get(name);
      if (branch == null) {
        throw new IllegalStateException("nobody has joined at " + name);
      }
      return branch;
    }
  }
}
