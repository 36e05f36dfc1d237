package io.sendfile.core.transfer;

import io.sendfile.core.stats.Presence;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Admitted transfers: the active ones, which share the workers, the waiting ones, small ones
 * outside the limits, and unsent bytes of ended ones. A method that frees a place returns the
 * transfers that start now, in the same step, so that no other transfer takes the place.
 * Thread-safe.
 */
public final class AdmissionControl {
  private enum Place {
    ACTIVE(Presence.ACTIVE),
    WAITING(Presence.WAITING),
    UNCOUNTED(Presence.ACTIVE);

    final Presence presence;

    Place(Presence presence) {
      this.presence = presence;
    }
  }

  /** In the order of {@link Transfer#number}, so that a check of all meets the oldest first. */
  private final NavigableMap<Transfer, Place> live =
      new ConcurrentSkipListMap<>(Comparator.comparingLong(Transfer::number));

  private final Set<UnsentBytes> remains =
      new ConcurrentSkipListSet<>(Comparator.comparingLong(UnsentBytes::number));
  private final Queue<Transfer> queue = new ArrayDeque<>();
  private final Claims claims = new Claims();
  private final TransferLimits administrators = new TransferLimits();
  private final LimitedPlaces limited = new LimitedPlaces();
  private volatile Limits limits;
  private int active;
  private int waiting;
  private long numbers;
  private volatile @Nullable Admission refusing;
  private boolean closed;
  private CompletableFuture<@Nullable Void> emptied = new CompletableFuture<>();

  AdmissionControl(Limits limits) {
    this.limits = limits;
  }

  Set<Transfer> live() {
    return live.keySet();
  }

  /** Bytes of ended transfers whose claims are kept. */
  Set<UnsentBytes> remains() {
    return remains;
  }

  synchronized boolean closed() {
    return closed;
  }

  /** Admits and starts no further transfers, and releases claims at the end of each transfer. */
  synchronized void close() {
    closed = true;
    remains.forEach(this::forget);
  }

  /** The reason for refusing all transfers; null while they are admitted. */
  @Nullable Admission refusing() {
    return refusing;
  }

  /** Refuses new transfers; the future completes when all have ended, or when admission resumes. */
  synchronized CompletableFuture<@Nullable Void> refuseNew(Admission why) {
    // Small transfers are outside the limits, and may have been added since the last one ended.
    if (refusing == null || emptied.isDone()) {
      emptied = new CompletableFuture<>();
    }
    refusing = why;
    noteWhetherEmpty();
    return emptied;
  }

  /** Admits again. */
  synchronized void resume() {
    refusing = null;
    emptied.complete(null);
  }

  private void noteWhetherEmpty() {
    if (refusing != null && active + waiting == 0 && live.isEmpty()) {
      emptied.complete(null);
    }
  }

  /** The usage of the limits. */
  synchronized LimitUsage usage() {
    return new LimitUsage(
        0,
        0,
        active,
        limits.maxActive(),
        waiting,
        limits.maxWaiting(),
        claims.held(),
        limits.maxBytes());
  }

  synchronized List<Transfer> limits(Limits newLimits) {
    limits = newLimits;
    return promote();
  }

  synchronized Admission admit(Claim claim) {
    Admission all = refusing;
    if (closed || all != null) {
      return Objects.requireNonNullElse(all, Admission.REJECT);
    }
    Admission admission = place(claim);
    Admission allowed = admission.refused() ? admission : claims.check(claim, limits);
    if (allowed.refused()) {
      return allowed;
    }
    claims.enter(claim);
    if (admission == Admission.START) {
      active++;
      claims.hold(claim);
    } else {
      waiting++;
    }
    return admission;
  }

  /** The limits of administrators. */
  TransferLimits administrators() {
    return administrators;
  }

  /**
   * Counts a reserved place under the limits of administrators; or returns the one that is full.
   */
  synchronized @Nullable LimitRule enterLimits(Claim claim, LimitSubject subject) {
    return limited.enter(claim, subject, administrators.inForce());
  }

  /** Has other limits of administrators; returns whether others are in force now. */
  synchronized boolean limits(List<LimitRule> rules, Instant now, long nowNanos) {
    return recounted(administrators.change(rules, now, nowNanos));
  }

  /** Looks whether one of them has come to its end. */
  synchronized boolean lookAtLimits(Instant now) {
    return recounted(administrators.look(now));
  }

  private boolean recounted(boolean changed) {
    if (changed) {
      limited.recount(administrators.inForce(), live());
    }
    return changed;
  }

  private Admission place(Claim claim) {
    boolean fits = claims.fits(claim, limits);
    if (fits && active < limits.maxActive()) {
      return Admission.START;
    }
    if (waiting < limits.maxWaiting()) {
      return Admission.WAIT;
    }
    return fits ? Admission.REJECT : Admission.BUFFERS_FULL;
  }

  /**
   * Whether a small transfer may run at once. Most end at once, so while half of the memory is free
   * there is neither a check nor a lock.
   */
  Admission mayRunAtOnce(Claim claim) {
    Limits now = limits;
    return claims.held() + claim.bytes() <= now.maxBytes() / 2
        ? Admission.START
        : check(claim, now);
  }

  private synchronized Admission check(Claim claim, Limits now) {
    Admission admission = claims.check(claim, now);
    return admission == Admission.START && !claims.fits(claim, now)
        ? Admission.BUFFERS_FULL
        : admission;
  }

  /**
   * Reserves memory, or gives it back; START, or why that is not possible now.
   *
   * @param client of a {@link Reservation}
   * @param bytes below 0 to give back, after which {@link #promoteNext} is due
   */
  synchronized Admission reserve(@Nullable Object client, long bytes) {
    return claims.reserve(client, bytes, limits);
  }

  /** Reserves the memory of an active transfer's next piece; false if there is none now. */
  synchronized boolean reservePiece(Claim claim) {
    return claims.reservePiece(claim, limits);
  }

  /** Gives the memory of a piece back, which the kernel has, or nobody will send. */
  synchronized List<Transfer> giveBackPiece(Claim claim) {
    claims.giveBackPiece(claim);
    return promote();
  }

  /** The transfers that start now. */
  synchronized List<Transfer> promoteNext() {
    return promote();
  }

  /** Returns a reserved place unused. */
  synchronized List<Transfer> leave(Admission admission, Claim claim) {
    limited.leave(claim);
    Place place = admission == Admission.START ? Place.ACTIVE : Place.WAITING;
    vacate(place);
    giveBack(place, claim);
    noteWhetherEmpty();
    return promote();
  }

  /** Takes a reserved place. */
  synchronized List<Transfer> take(Transfer transfer, Admission admission) {
    put(transfer, admission == Admission.START ? Place.ACTIVE : Place.WAITING);
    LimitTable now = administrators.inForce();
    if (now.counts()) {
      // For a limit that came in between.
      limited.join(claim(transfer), transfer.info().subject(), now);
    }
    if (admission == Admission.WAIT) {
      queue.add(transfer);
    }
    return promote();
  }

  /** Adds a transfer outside the limits of numbers. */
  synchronized void takeUncounted(Transfer transfer) {
    claims.enter(claim(transfer));
    claims.hold(claim(transfer));
    put(transfer, Place.UNCOUNTED);
  }

  private static Claim claim(Transfer transfer) {
    return transfer.terms().claim();
  }

  /**
   * Removes an ended transfer.
   *
   * @param left unsent bytes, which keep its claim; null if there are none
   */
  synchronized List<Transfer> forget(Transfer transfer, @Nullable UnsentBytes left) {
    Place place = live.remove(transfer);
    limited.leave(claim(transfer));
    if (place != null) {
      vacate(place);
      if (left == null || place == Place.WAITING || !keep(left)) {
        giveBack(place, claim(transfer));
      }
      transfer.terms().stats().left(place.presence);
    }
    if (place == Place.WAITING) {
      queue.remove(transfer);
    }
    noteWhetherEmpty();
    return promote();
  }

  /**
   * Keeps the claim of unsent bytes; when memory runs out, the claim is lost rather than the place.
   */
  private boolean keep(UnsentBytes left) {
    try {
      return !closed && remains.add(left);
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** Releases the claim of bytes that have been sent. */
  synchronized List<Transfer> forget(UnsentBytes left) {
    if (remains.remove(left)) {
      giveBack(Place.ACTIVE, left.claim());
    }
    return promote();
  }

  /** Throws nothing but an OutOfMemoryError, without effect; a tick then tries again. */
  private List<Transfer> promote() {
    int most = closed ? 0 : Math.min(queue.size(), limits.maxActive() - active);
    if (most <= 0) {
      return List.of();
    }
    // Allocated first: if memory runs out, no transfer has become active without a turn.
    List<Transfer> next = new ArrayList<>(most);
    while (next.size() < most && claims.fits(claim(queue.element()), limits)) {
      Transfer first = queue.remove();
      next.add(first);
      first.terms().stats().left(Presence.WAITING);
      put(first, Place.ACTIVE);
      waiting--;
      active++;
      claims.hold(claim(first));
    }
    return next;
  }

  private void put(Transfer transfer, Place place) {
    // Counts it first, because an uncounted transfer may end at any time.
    transfer.terms().stats().entered(place.presence);
    if (transfer.number() == 0) {
      transfer.number(++numbers);
    }
    live.put(transfer, place);
  }

  private void giveBack(Place place, Claim claim) {
    claims.leave(claim);
    if (place != Place.WAITING) {
      claims.release(claim);
    }
  }

  private void vacate(Place place) {
    if (place == Place.ACTIVE) {
      active--;
    } else if (place == Place.WAITING) {
      waiting--;
    }
  }

  /**
   * Sums of the claims of admitted transfers: total, by client and by HTTP/2 connection; and of
   * what is reserved for their pieces under way, for lists of files and for the plans of their
   * archives. One of a kind fits in any case when it is the only one, or a large claim could never
   * be granted. Not thread-safe, except for {@link #held}.
   */
  static final class Claims {
    /** The part of the memory that newcomers leave to pieces under way, as a divisor. */
    static final int PART_FOR_PIECES = 16;

    private final Map<Object, Sum> clients = new HashMap<>();
    private final Map<Object, Sum> connections = new HashMap<>();
    private final AtomicLong held = new AtomicLong();
    private long lists;
    private long plans;
    private long pieces;

    private static final class Sum {
      long transfers;
      long bytes;
      long plans;
      long pieces;
    }

    /** Bytes claimed by active transfers and by small ones under way. */
    long held() {
      return held.get();
    }

    /**
     * Whether the client and the connection of a claim may have one more transfer: START, or the
     * reason for a refusal.
     */
    Admission check(Claim claim, Limits limits) {
      Sum connection = claim.connection() == null ? null : connections.get(claim.connection());
      if (connection != null && connection.transfers >= claim.most()) {
        return Admission.CONNECTION_FULL;
      }
      Sum client = clients.get(claim.client());
      boolean full =
          client != null
              && (client.transfers >= limits.maxPerClient()
                  || (client.bytes > client.plans
                      && client.bytes + claim.bytes() > limits.maxBytesPerClient()));
      return full ? Admission.CLIENT_FULL : Admission.START;
    }

    /** Whether there is memory for it, and some is left for the pieces of all. */
    boolean fits(Claim claim, Limits limits) {
      long most = limits.maxBytes() - limits.maxBytes() / PART_FOR_PIECES;
      return held.get() == lists + plans || held.get() + claim.bytes() <= most;
    }

    /** Reserves the memory of a piece of a transfer that was entered; false if there is none. */
    boolean reservePiece(Claim claim, Limits limits) {
      Sum own = clients.get(claim.client());
      if (own == null
          || (pieces > 0 && held.get() + claim.piece() > limits.maxBytes())
          || (own.pieces > 0 && own.bytes + claim.piece() > limits.maxBytesPerClient())) {
        return false;
      }
      changePieces(own, claim.piece());
      return true;
    }

    /** Gives it back, before the transfer leaves. */
    void giveBackPiece(Claim claim) {
      Sum own = clients.get(claim.client());
      if (own != null) {
        changePieces(own, -claim.piece());
      }
    }

    private void changePieces(Sum own, long bytes) {
      own.pieces += bytes;
      own.bytes += bytes;
      pieces += bytes;
      held.addAndGet(bytes);
    }

    /**
     * Reserves memory for a list that is being written or waits, half of all for all lists at most,
     * so that their plans have room; or for the plan of a client; or gives it back.
     *
     * @param client null for a list
     * @param bytes below 0 to give back
     * @return START, or the reason why there is no room now
     */
    Admission reserve(@Nullable Object client, long bytes, Limits limits) {
      long sum = held.get() + bytes;
      if (client == null) {
        boolean full = lists + bytes > limits.maxBytes() / 2 || sum > limits.maxBytes();
        if (bytes > 0 && lists > 0 && full) {
          return Admission.BUFFERS_FULL;
        }
        lists += bytes;
      } else {
        Sum own = clients.computeIfAbsent(client, unused -> new Sum());
        if (bytes > 0 && own.plans > 0 && own.bytes + bytes > limits.maxBytesPerClient()) {
          return Admission.CLIENT_FULL;
        }
        if (bytes > 0 && plans > 0 && sum > limits.maxBytes()) {
          change(clients, client, 0, 0);
          return Admission.BUFFERS_FULL;
        }
        plans += bytes;
        own.plans += bytes;
        change(clients, client, 0, bytes);
      }
      held.set(sum);
      return Admission.START;
    }

    /** Adds an admitted transfer. */
    void enter(Claim claim) {
      change(clients, claim.client(), 1, claim.bytes());
      change(connections, claim.connection(), 1, claim.bytes());
    }

    /** Removes a transfer. */
    void leave(Claim claim) {
      change(clients, claim.client(), -1, -claim.bytes());
      change(connections, claim.connection(), -1, -claim.bytes());
    }

    /** Adds the memory of its claim. */
    void hold(Claim claim) {
      held.addAndGet(claim.bytes());
    }

    /** Removes the memory of its claim. */
    void release(Claim claim) {
      held.addAndGet(-claim.bytes());
    }

    private static void change(
        Map<Object, Sum> sums, @Nullable Object key, int transfers, long bytes) {
      if (key == null) {
        return;
      }
      Sum sum = sums.computeIfAbsent(key, unused -> new Sum());
      sum.transfers += transfers;
      sum.bytes += bytes;
      if (sum.transfers == 0 && sum.plans == 0) {
        sums.remove(key);
      }
    }
  }
}
