package io.sendfile.core.transfer;

import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.AdmissionControl.Claim;
import io.sendfile.core.transfer.AdmissionControl.Identity;
import io.sendfile.core.transfer.TransferRate.RateLimit;
import io.sendfile.core.transfer.TransferRate.TokenBucket;
import io.sendfile.core.transfer.TransferScheduler.Timer;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.FairQueue;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The rates and weights that transfers share: a total rate, one per client, and the weights by
 * which they share scarce workers and the total. All may change while transfers run: each takes up
 * {@link #inForce} before its next system call. Thread-safe.
 */
public final class SharedRates {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final LongSupplier nanoTime;
  private final Timer timer;
  private volatile Weights weights;
  private volatile InForce inForce;

  /**
   * @param totalBytesPerSecond of all transfers together, 0 = unlimited
   * @param clientBytesPerSecond of all transfers of one client, 0 = unlimited
   * @param nanoTime monotonic clock, nanoseconds
   */
  public SharedRates(
      long totalBytesPerSecond,
      long clientBytesPerSecond,
      Weights weights,
      LongSupplier nanoTime,
      Timer timer) {
    this.nanoTime = nanoTime;
    this.timer = timer;
    this.weights = weights;
    this.inForce =
        new InForce(
            totalBytesPerSecond,
            clientBytesPerSecond,
            totalBytesPerSecond == 0 ? null : new FairRate(totalBytesPerSecond, nanoTime, timer),
            new ConcurrentHashMap<>());
  }

  /**
   * Changes them for running transfers, too; not by two threads at a time. Changed rates begin
   * without savings, so that frequent changes do not add up to a higher one.
   *
   * @return whether a rate has changed, and transfers that wait for one must look again
   */
  public boolean change(long newTotal, long newClient, Weights newWeights) {
    weights = newWeights;
    InForce old = inForce;
    if (newTotal == old.totalBytesPerSecond && newClient == old.clientBytesPerSecond) {
      return false;
    }
    long now = nanoTime.getAsLong();
    inForce =
        new InForce(
            newTotal,
            newClient,
            newTotal == old.totalBytesPerSecond ? old.total : emptyTotal(newTotal, now),
            newClient == old.clientBytesPerSecond ? old.clients : old.emptyBuckets(newClient, now));
    return true;
  }

  private @Nullable FairRate emptyTotal(long bytesPerSecond, long nowNanos) {
    return bytesPerSecond == 0
        ? null
        : new FairRate(TokenBucket.empty(bytesPerSecond, nowNanos), nanoTime, timer);
  }

  /** The rates in force. */
  InForce inForce() {
    return inForce;
  }

  /** The weights in force. */
  public Weights weights() {
    return weights;
  }

  /** Like {@link InForce#limit}. */
  RateLimit limit(@Nullable TokenBucket own, Object client, List<Branch> path, long nowNanos) {
    return inForce.limit(own, client, path, nowNanos);
  }

  /** The rate of all transfers together, 0 = unlimited. */
  public long totalBytesPerSecond() {
    return inForce.totalBytesPerSecond;
  }

  /** Whether there is neither a total nor a rate per client. */
  public boolean areUnlimited() {
    InForce now = inForce;
    return now.total == null && now.clientBytesPerSecond == 0;
  }

  /**
   * The highest possible rate of a transfer, 0 = unlimited.
   *
   * @param bytesPerSecond its own rate, 0 = unlimited
   */
  long ceiling(long bytesPerSecond) {
    InForce now = inForce;
    return LongStream.of(bytesPerSecond, now.clientBytesPerSecond, now.totalBytesPerSecond)
        .filter(rate -> rate > 0)
        .min()
        .orElse(0);
  }

  /**
   * Removes idle clients, and grants slices whose timer failed for lack of memory. Called
   * periodically.
   */
  public void sweep(long nowNanos) {
    inForce.sweep(nowNanos);
  }

  /** Number of known clients. */
  int clients() {
    return inForce.clients.size();
  }

  /** Rates between two changes, with the limits of transfers under them. Thread-safe. */
  static final class InForce {
    private final long totalBytesPerSecond;
    private final long clientBytesPerSecond;
    private final @Nullable FairRate total;

    /** A client's bucket is kept while it has a transfer or has used it lately. */
    private final Map<Object, TokenBucket> clients;

    private InForce(
        long totalBytesPerSecond,
        long clientBytesPerSecond,
        @Nullable FairRate total,
        Map<Object, TokenBucket> clients) {
      this.totalBytesPerSecond = totalBytesPerSecond;
      this.clientBytesPerSecond = clientBytesPerSecond;
      this.total = total;
      this.clients = clients;
    }

    /** Buckets of another rate for all known clients. */
    private Map<Object, TokenBucket> emptyBuckets(long newClient, long nowNanos) {
      Map<Object, TokenBucket> empty = new ConcurrentHashMap<>();
      if (newClient > 0) {
        clients
            .keySet()
            .forEach(client -> empty.put(client, TokenBucket.empty(newClient, nowNanos)));
      }
      return empty;
    }

    /**
     * The limit of one transfer, to be closed at its end.
     *
     * @param own its own rate; null = unlimited
     * @param client of {@link Claim#client}
     * @param path its place in the tree by which transfers share the total
     */
    RateLimit limit(@Nullable TokenBucket own, Object client, List<Branch> path, long nowNanos) {
      List<TokenBucket> levels = new ArrayList<>(2);
      if (own != null) {
        levels.add(own);
      }
      if (clientBytesPerSecond == 0) {
        return limit(levels, path);
      }
      RateLimit[] limit = new RateLimit[1];
      // Joins under the lock, so that no concurrent sweep removes the bucket.
      clients.compute(
          client,
          (unused, known) -> {
            TokenBucket bucket =
                known == null ? new TokenBucket(clientBytesPerSecond, nowNanos) : known;
            levels.add(bucket);
            limit[0] = limit(levels, path);
            return bucket;
          });
      return limit[0];
    }

    private RateLimit limit(List<TokenBucket> levels, List<Branch> path) {
      return new RateLimit(levels, total == null ? null : total.seat(path));
    }

    private void sweep(long nowNanos) {
      if (total != null) {
        total.serve(nowNanos);
      }
      for (Object client : clients.keySet()) {
        clients.computeIfPresent(client, (unused, bucket) -> bucket.idle(nowNanos) ? null : bucket);
      }
    }
  }

  /**
   * Weights by name. Immutable.
   *
   * @param named the weights that differ from the usual one
   */
  public record Weights(Map<String, Integer> named) {
    /** The weight of all others. */
    public static final int USUAL = 1;

    /** All have the same. */
    public static final Weights EQUAL = new Weights(Map.of());

    private static final int MOST = 1000;

    public Weights {
      named = Map.copyOf(named);
    }

    /** Compares as a record does; cheaper at the start of a server, which compares settings. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Weights that && named.equals(that.named);
    }

    @Override
    public int hashCode() {
      return named.hashCode();
    }

    /**
     * Parses names with their weights, e.g. {@code shop=3,intranet=2}.
     *
     * @throws IllegalArgumentException for a name without a weight from 1 to 1000, or with two
     */
    public static Weights parse(String text) {
      if (text.isBlank()) {
        return EQUAL;
      }
      Map<String, Integer> named = new HashMap<>();
      for (String part : text.split(",", -1)) {
        int equals = part.lastIndexOf('=');
        String name = part.substring(0, Math.max(0, equals)).trim();
        String weight = part.substring(equals + 1).trim();
        if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
          throw new IllegalArgumentException("'" + part + "' must be a name, '=' and a weight");
        }
        if (!weight.matches("[1-9][0-9]{0,3}") || Integer.parseInt(weight) > MOST) {
          throw new IllegalArgumentException("the weight of '" + name + "' must be 1 to " + MOST);
        }
        if (named.put(name, Integer.valueOf(weight)) != null) {
          throw new IllegalArgumentException("'" + name + "' must have one weight");
        }
      }
      return new Weights(named);
    }

    int of(String name) {
      return named.isEmpty() ? USUAL : named.getOrDefault(name, USUAL);
    }
  }

  /**
   * A node of the tree by which transfers share workers and rates: virtual server, application,
   * client, and for a client with an identity its addresses. The path of a transfer has one node of
   * each level.
   *
   * @param name unique among its siblings
   * @param weighed tells its {@link #weight} at each turn, for it may change meanwhile
   */
  public record Branch(Object name, IntSupplier weighed) {
    /** A branch of a fixed weight. */
    public Branch(Object name, int weight) {
      this(name, () -> weight);
    }

    /** Its share now, relative to its siblings, at least 1. */
    int weight() {
      return weighed.getAsInt();
    }

    /**
     * The path of a transfer.
     *
     * @param client of {@link Claim#client}
     * @param address of that client
     * @param weights those in force
     */
    public static List<Branch> path(
        Origin origin, Object client, SocketAddress address, Supplier<Weights> weights) {
      Branch server = named(origin.virtualServer(), weights);
      Branch application = named(origin.application(), weights);
      Branch each = new Branch(client, Weights.USUAL);
      return client instanceof Identity
          ? List.of(server, application, each, new Branch(Claim.address(address), Weights.USUAL))
          : List.of(server, application, each);
    }

    private static Branch named(String name, Supplier<Weights> weights) {
      return new Branch(name, () -> weights.get().of(name));
    }
  }

  /**
   * A rate that transfers share by the tree of {@link Branch}es: a client with many connections
   * gets no more than a client with one, if both take all they can get. Slices are granted one
   * after the other, as the rate allows, in the order of a {@link FairQueue}. The length of a slice
   * is its owner's share of the rate, so that even a single connection can ask for the next slice
   * in time. Thread-safe.
   */
  static final class FairRate {
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
        next = queue.next(Seat::cut);
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

    private void serveAfter(long nanos) {
      try {
        timer.after(nanos, () -> serve(nanoTime.getAsLong()));
      } catch (RuntimeException | Error e) {
        // Others were granted a slice and are still to be woken; this one is served by a sweep.
        Thrown.log(LOG, e, "the total rate waits for the next tick, as the timer failed");
      }
    }

    /**
     * The shares of all present members of a tree, by the weights of their branches. Not
     * thread-safe.
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
}
