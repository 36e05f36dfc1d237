package io.sendfile.core.transfer;

import static io.sendfile.core.transfer.TransferState.BLOCKED;
import static io.sendfile.core.transfer.TransferState.FINISHED;
import static io.sendfile.core.transfer.TransferState.QUEUED;
import static io.sendfile.core.transfer.TransferState.READING;
import static io.sendfile.core.transfer.TransferState.SENDING;
import static io.sendfile.core.transfer.TransferState.WAITING_DISK;
import static io.sendfile.core.transfer.TransferState.WAITING_PEER;
import static io.sendfile.core.transfer.TransferState.WAITING_RATE;
import static io.sendfile.core.transfer.TransferState.WAITING_TURN;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.StallDetector.Verdict;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download, as a state machine: {@link Transition} is its table, and {@link #happen} its only
 * step, a move under the lock and then, without it, the effect of the new state. So one thread at a
 * time sends, no lock is held while the sink is called, and the transfer ends once. Thread-safe.
 */
public final class Transfer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TransferInfo info;
  private final Body body;
  private final TransferSink sink;
  private final TransferTerms terms;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final BurstSender sender;
  private final RateMeter speed;
  private final ProfileMeter profile;
  private final StallDetector peer;
  private final TimeAccount time;
  private final BlockedWorker worker = new BlockedWorker();
  private @Nullable SchedulerServices services;
  private TransferState state = TransferState.QUEUED;

  /** Among all that were admitted; 0 before that. */
  private volatile long number;

  /** Moment of the next look at it; for the thread of {@link #tick}. */
  private long nextLookNanos;

  /** The first end that was asked for with its reason. */
  private volatile @Nullable AskedEnd asked;

  /** The longest hold before its rates changed last. */
  private volatile Hold hold = Hold.NONE;

  /** The outcome; requested during a turn, it is in force at the end of the turn. */
  private @Nullable Outcome outcome;

  /** A transfer that has not begun. It takes ownership of body and sink. */
  public Transfer(
      TransferInfo info, Body body, TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.info = info;
    this.body = body;
    this.sink = sink;
    this.terms = terms;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.nextLookNanos = startNanos;
    this.sender = new BurstSender(info, body, sink, terms, nanoTime);
    this.speed = new RateMeter(startNanos);
    this.profile = new ProfileMeter(startNanos);
    this.peer = new StallDetector(terms.deadlines());
    this.time = new TimeAccount(startNanos);
  }

  void attach(SchedulerServices newServices) {
    services = newServices;
    sender.begin(newServices);
  }

  long number() {
    return number;
  }

  void number(long newNumber) {
    number = newNumber;
  }

  /** Starts the transfer in its place: it requests turns from now on. */
  void placed() {
    happen(Transition.PLACE_GRANTED);
  }

  /** Runs one turn on the calling thread. Does nothing unless the transfer waits for one. */
  void turn() {
    try {
      if (happen(Transition.TURN_GRANTED) == null) {
        return;
      }
      TransferState next;
      do {
        Transition sent = sender.send();
        Ceiling before = sender.rate().replaced();
        if (before != null) {
          long now = nanoTime.getAsLong();
          hold = hold.then(hold(time.restart(now), before, now));
          speed.restart(sink.taken(), now);
        }
        next = happen(sent);
      } while (next == TransferState.BLOCKED && workerMayGoOn());
    } catch (RuntimeException | Error e) {
      // A move itself failed, and no other turn would come.
      Thrown.log(LOG, e, "the transfer failed unexpectedly", info.id().own());
      end(Outcome.IO_ERROR);
    }
  }

  /** Reads its next bytes into memory on the calling thread, if it still waits for that. */
  void readAhead() {
    if (happen(Transition.READER_GRANTED) != null) {
      sender.readAhead();
      happen(Transition.READ_AHEAD);
    }
  }

  /** Parks the worker until the peer can take bytes; false if the transfer ended meanwhile. */
  private boolean workerMayGoOn() {
    if (!worker.waitWhile(() -> state() == TransferState.BLOCKED)) {
      // Only a closed scheduler interrupts workers.
      shutDown();
    }
    return state() == TransferState.SENDING;
  }

  /**
   * Returns the new state; null if the transition has no effect in the present one. Never throws,
   * for the callers have others to wake, and ends a transfer whose new state has no effect.
   */
  private @Nullable TransferState happen(Transition transition) {
    TransferState next = move(transition);
    if (next != null) {
      try {
        enter(next);
      } catch (RuntimeException | Error e) {
        // The transfer may wait for an event that never comes.
        Thrown.log(LOG, e, "the transfer failed unexpectedly", info.id().own());
        end(Outcome.IO_ERROR);
      }
    }
    return next;
  }

  private synchronized @Nullable TransferState move(Transition transition) {
    TransferState next = transition.moves().get(state);
    if (next == null || (next == state && outcome != null)) {
      return null;
    }
    if (transition.outcome() != null) {
      outcome = transition.outcome();
    } else if (outcome != null) {
      next = TransferState.FINISHED;
    }
    transition.log(info.id().own(), state, next, outcome);
    long now = nanoTime.getAsLong();
    time.charge(state.phase(), now);
    peer.move(state, next, now);
    state = next;
    return next;
  }

  private void enter(TransferState entered) {
    switch (entered) {
      case READING -> {}
      case QUEUED -> terms.priority().rests();
      case SENDING -> worker.wake();
      case WAITING_TURN -> services().grantTurn(this);
      case BLOCKED, WAITING_PEER -> awaitPeer();
      case WAITING_RATE -> awaitRate();
      case WAITING_DISK -> awaitDisk();
      case FINISHED -> {
        finish(Objects.requireNonNull(outcome()));
        worker.wake();
      }
    }
  }

  private void awaitPeer() {
    terms.priority().awaitsPeer(sink);
    sink.awaitWritable(() -> happen(Transition.PEER_WRITABLE));
  }

  private void awaitDisk() {
    if (sender.awaitsReading(() -> happen(Transition.READ_BY_ANOTHER))) {
      terms.priority().rests();
    } else {
      services().awaitDisk(this);
    }
  }

  private void awaitRate() {
    terms.priority().rests();
    if (sender.rate().changed()) {
      // The rate was changed before this wait was visible to other threads.
      happen(Transition.RATE_CHANGED);
    } else {
      sender.whenRateAllows(services(), () -> happen(Transition.RATE_ALLOWS_MORE));
    }
  }

  private SchedulerServices services() {
    return Objects.requireNonNull(services, "turns are for attached transfers");
  }

  /**
   * The only exit: releases all resources, then updates statistics and calls listeners. Each step
   * is taken even if an earlier one throws.
   */
  private void finish(Outcome end) {
    try {
      sender.close(end);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer could not be closed cleanly", info.id().own());
    }
    try {
      if (services != null) {
        spread(services);
        UnsentBytes left =
            end == Outcome.COMPLETED
                ? null
                : UnsentBytes.of(
                    number, sink, terms.claim(), terms.deadlines().stallNanos(), nanoTime);
        long nanos = nanoTime.getAsLong() - startNanos;
        services.finished(this, left, end, sender.firstByteNanos(), nanos);
      }
    } finally {
      terms.priority().leaves();
    }
  }

  /** Has the kernel pace the last slice, too, before the connection's next response. */
  private void spread(SchedulerServices timer) {
    long spreading = sender.rate().nanosToSpread(nanoTime.getAsLong());
    if (spreading > 0) {
      try {
        timer.after(spreading, sink::unpace);
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "the last bytes of the transfer are not paced", info.id().own());
        sink.unpace();
      }
    }
  }

  /**
   * Ends it early, now or after the running system call; false if it has ended, or is ending. One
   * whose peer has all its bytes, and which lacks only the turn in which that is seen, is complete.
   */
  public boolean end(Outcome early) {
    boolean whole = sender.begun() && sink.taken() >= body.length();
    Outcome end = whole ? Outcome.COMPLETED : early;
    boolean ends = happen(Transition.endRequested(end)) != null;
    if (ends) {
      sender.stop();
    }
    return ends;
  }

  /** Ends it early for a reason, without a full stop; false as for the other way. */
  boolean end(Outcome early, String why) {
    if (asked == null) {
      asked = new AskedEnd(early, why);
    }
    return end(early);
  }

  /** Ends it with its scheduler. */
  void shutDown() {
    end(Outcome.SHUTDOWN, "sendfile was stopped, as when its bundle is removed or updated");
  }

  private record AskedEnd(Outcome outcome, String why) {}

  /**
   * Sets its own highest rate, from the next system call on; its shared rates stay.
   *
   * @param bytesPerSecond at least 0; 0 = none
   */
  public void limit(long bytesPerSecond) {
    sender.rate().change(bytesPerSecond);
    happen(Transition.RATE_CHANGED);
  }

  /** Looks at the shared rates again, which have changed. */
  void ratesChanged() {
    happen(Transition.RATE_CHANGED);
  }

  /**
   * Checks the peer and the deadlines, and ends a wait for memory. A slow peer gets one more turn
   * before the end: the kernel reports a socket writable only when a good part of its buffer is
   * free, but takes single bytes. One that waits for its peer, as most of many do, is not looked at
   * each time. By one thread at a time.
   */
  void tick() {
    long now = nanoTime.getAsLong();
    if (now - nextLookNanos < 0) {
      return;
    }
    nextLookNanos = now;
    if (sink.peerGone() || (sender.readsOn() && sink.peerLeft())) {
      end(sink.whyGone());
      return;
    }
    long max = terms.deadlines().maxNanos();
    if (max > 0 && now - startNanos >= max) {
      end(Outcome.TOO_SLOW);
      return;
    }
    speed.sample(sink.taken(), now);
    profile.sample(sink.taken(), now);
    time.sample(state(), now);
    if (state().waitsForPeer()) {
      terms.priority().awaitsPeer(sink);
    }
    Acknowledged acknowledged = peerInDoubt(now) ? sink.acknowledged() : null;
    if (state() == TransferState.QUEUED && sender.begun()) {
      // It waits for memory, which may be there by now.
      happen(Transition.PLACE_GRANTED);
    }
    switch (verdict(sink.taken(), acknowledged, now)) {
      case FINE -> nextLookNanos += nanosToLook();
      case LAST_CHANCE -> happen(Transition.LAST_CHANCE);
      case STALLED -> happen(Transition.deadlinePassed(Outcome.STALLED));
      case TOO_SLOW -> happen(Transition.deadlinePassed(Outcome.TOO_SLOW));
    }
  }

  private synchronized boolean peerInDoubt(long nowNanos) {
    return state.waitsForPeer() && peer.inDoubt(nowNanos);
  }

  private synchronized long nanosToLook() {
    return state.waitsForPeer() ? peer.nanosToLook() : 0;
  }

  private synchronized Verdict verdict(
      long taken, @Nullable Acknowledged acknowledged, long nowNanos) {
    return state.waitsForPeer() ? peer.look(taken, acknowledged, nowNanos) : Verdict.FINE;
  }

  /** Its state now. */
  public synchronized TransferState state() {
    return state;
  }

  private synchronized @Nullable Outcome outcome() {
    return outcome;
  }

  /** Its snapshot, given the present usage of the common limits. */
  public TransferSnapshot snapshot(LimitUsage common) {
    long taken = sink.taken();
    long now = nanoTime.getAsLong();
    speed.sample(taken, now);
    HighestRate own = sender.rate().own();
    Ceiling ceiling = terms.rates().inForce().ceiling(own, info.subject());
    return new TransferSnapshot(
        info,
        terms.algorithm(),
        state(),
        body.range(),
        taken,
        body.length(),
        speed.bytesPerSecond(now),
        own.bytesPerSecond(),
        ceiling,
        ceiling.isShared() && sender.rate().changed(),
        sender.rate().reached(),
        time.lately(state(), now),
        terms.turns() == null ? common : terms.turns().withWorkers(common),
        Duration.ofNanos(now - startNanos));
  }

  /** Its result as known so far, as if it ended now. */
  TransferResult lastKnown(Outcome outcome) {
    long nanos = nanoTime.getAsLong() - startNanos;
    return info.result(
        body,
        terms.small(),
        outcome,
        endReason(outcome, nanos),
        sink.taken(),
        sender.firstByteNanos(),
        nanos,
        slowness(),
        profile(nanos));
  }

  /** The reason of its end, with the cause of a failure; empty for a completed transfer. */
  String endReason(Outcome end, long nanos) {
    AskedEnd wanted = asked;
    String reason =
        wanted != null && wanted.outcome() == end
            ? wanted.why()
            : end == Outcome.SHUTDOWN && services != null
                ? services.whyStopped(info.listener())
                : terms.deadlines().endReason(end, nanos);
    Throwable failure = end == Outcome.IO_ERROR ? sender.failure() : null;
    return failure == null ? reason : reason + ": " + Escapes.forLog(failure.toString());
  }

  /**
   * Its bytes by steps of its time.
   *
   * @param nanos its time
   */
  Profile profile(long nanos) {
    return profile.until(sink.taken(), startNanos + nanos);
  }

  /** The reason why it is not faster, by all of its time. */
  Slowness slowness() {
    long now = nanoTime.getAsLong();
    speed.sample(sink.taken(), now);
    Hold last = hold(time.sinceRestart(), sender.rate().ceiling(), now);
    return new Slowness(time.whole(), hold.then(last).rate(), sink.taken());
  }

  private Hold hold(TimeSpent since, Ceiling ceiling, long nowNanos) {
    return Hold.of(since, sender.rate().reached(), ceiling, speed.bytesPerSecond(nowNanos));
  }

  /** Its description. */
  public TransferInfo info() {
    return info;
  }

  /** Its terms, such as pacing, counting and listeners. */
  TransferTerms terms() {
    return terms;
  }

  Body body() {
    return body;
  }

  /** Body bytes the kernel took. */
  public long taken() {
    return sink.taken();
  }

  /** Counted bytes; after its end, all of them. */
  long counted() {
    return sender.counted();
  }

  /** Whether its next turn is probably short, as the last one was; for one that waits for it. */
  boolean nextTurnIsShort() {
    return sender.lastTurnWasShort();
  }

  /** Urgency of its next turn. */
  Urgency urgency() {
    return terms.priority().urgency(terms.newcomersFirst(), !sender.begun());
  }

  /** Parks a worker within a blocking turn. One worker at a time. */
  private final class BlockedWorker {
    /** Interval of checking the condition, in case a wake-up is lost. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private volatile @Nullable Thread worker;

    /**
     * Holds the calling thread while the condition is true.
     *
     * @return false if the thread was interrupted; its interrupt is cleared then
     */
    boolean waitWhile(BooleanSupplier blocked) {
      worker = Thread.currentThread();
      try {
        while (blocked.getAsBoolean()) {
          if (Thread.interrupted()) {
            return false;
          }
          services().park(LOOK_NANOS);
        }
        return true;
      } finally {
        worker = null;
      }
    }

    /** Wakes the worker; called after the condition has become false. */
    void wake() {
      Thread waiting = worker;
      if (waiting != null) {
        services().wake(waiting);
      }
    }
  }

  /**
   * The rate that held a transfer for the longest time in which its rates did not change.
   *
   * @param rate {@link HighestRate#NONE} if something else held it
   * @param nanos that time
   */
  private record Hold(HighestRate rate, long nanos) {
    /** Nothing yet. */
    static final Hold NONE = new Hold(HighestRate.NONE, 0);

    /**
     * The hold of such a time.
     *
     * @param time its uses
     * @param reached the rate the transfer last waited for
     * @param bytesPerSecond the rate of the transfer at the end of that time
     */
    static Hold of(TimeSpent time, HighestRate reached, Ceiling ceiling, long bytesPerSecond) {
      List<Phase> phases = time.main();
      Phase main = phases.isEmpty() ? Phase.SENDING : phases.get(0);
      return new Hold(ceiling.holding(main, reached, bytesPerSecond), time.total());
    }

    /** The longer one of it and the next. */
    Hold then(Hold next) {
      return rate.equals(next.rate)
          ? new Hold(rate, nanos + next.nanos)
          : next.nanos > nanos ? next : this;
    }
  }

  /**
   * Measures a transfer's rate over half a minute to a minute. Kernels take the bytes for a slow
   * client in lumps of up to megabytes, so it measures from one lump to another, and ignores the
   * first one, which fills empty buffers, once a second has passed since. A shorter time counts as
   * a second, as buffers take more in a moment than any client. Thread-safe; reads no clock.
   */
  static final class RateMeter {
    private static final long WINDOW_NANOS = 30_000_000_000L;
    private static final long FIRST_LUMP_NANOS = 2_000_000_000L;
    private static final long LEAST_NANOS = 1_000_000_000L;

    /** A moment at which bytes were taken, with the total until then. */
    private record ProgressMark(long nanos, long bytes) {}

    private ProgressMark start;
    private ProgressMark from;
    private ProgressMark nextFrom;
    private ProgressMark last;

    RateMeter(long startNanos) {
      start = new ProgressMark(startNanos, 0);
      from = start;
      nextFrom = start;
      last = start;
    }

    /** Updates the total of taken bytes. */
    synchronized void sample(long bytes, long nowNanos) {
      if (bytes <= last.bytes) {
        return;
      }
      boolean firstLump = last.bytes == 0 || nowNanos - start.nanos < FIRST_LUMP_NANOS;
      last = new ProgressMark(nowNanos, bytes);
      if (firstLump) {
        from = last;
        nextFrom = last;
      } else if (last.nanos - nextFrom.nanos >= WINDOW_NANOS) {
        from = nextFrom;
        nextFrom = last;
      }
    }

    /** Measures anew: another rate holds it from now on. */
    synchronized void restart(long bytes, long nowNanos) {
      start = new ProgressMark(nowNanos, bytes);
      from = start;
      nextFrom = start;
      last = start;
    }

    /** Bytes per second as of now; falls towards 0 during an unusually long pause. */
    synchronized long bytesPerSecond(long nowNanos) {
      boolean onlyFirstLump = last.nanos - from.nanos < LEAST_NANOS;
      ProgressMark since = onlyFirstLump ? start : from;
      long nanos =
          onlyFirstLump
              ? Math.max(LEAST_NANOS, nowNanos - start.nanos)
              : Math.max(last.nanos - since.nanos, nowNanos - last.nanos);
      return Math.round((last.bytes - since.bytes) * 1e9 / nanos);
    }
  }

  /**
   * The life of a transfer as a table: each transition leads from some states to others, and means
   * nothing in the rest. The effect of entering a state is in {@link Transfer#enter}.
   *
   * @param reason for the log
   * @param moves next state by present state
   * @param outcome of the transfer, if the transition ends it
   */
  record Transition(
      String reason, Map<TransferState, TransferState> moves, @Nullable Outcome outcome) {
    static final Transition PLACE_GRANTED = on("place granted", Map.of(QUEUED, WAITING_TURN));
    static final Transition TURN_GRANTED =
        on("turn granted", Map.of(QUEUED, SENDING, WAITING_TURN, SENDING));

    // Results of sending.
    static final Transition BURST_SPENT = on("burst spent", Map.of(SENDING, WAITING_TURN));
    static final Transition PEERS_TURN = on("the peer's turn", Map.of(SENDING, WAITING_PEER));
    static final Transition PEER_FULL_IN_BURST =
        on("peer full, its worker waits", Map.of(SENDING, BLOCKED));
    static final Transition DISK_NEEDED =
        on("its bytes are on the disk", Map.of(SENDING, WAITING_DISK));
    static final Transition NO_MEMORY = on("no memory for a piece", Map.of(SENDING, QUEUED));
    static final Transition RATE_REACHED = on("rate reached", Map.of(SENDING, WAITING_RATE));

    // Ends of a wait.
    static final Transition PEER_WRITABLE = peerAwaited("peer writable");
    static final Transition LAST_CHANCE = peerAwaited("last chance");
    static final Transition RATE_ALLOWS_MORE =
        on("rate allows more", Map.of(WAITING_RATE, WAITING_TURN));
    static final Transition RATE_CHANGED = on("another rate", Map.of(WAITING_RATE, WAITING_TURN));

    // Steps of reading from the disk.
    static final Transition READER_GRANTED = on("reader granted", Map.of(WAITING_DISK, READING));
    static final Transition READ_AHEAD = on("read ahead", Map.of(READING, WAITING_TURN));
    static final Transition READ_BY_ANOTHER =
        on("another transfer has read", Map.of(WAITING_DISK, WAITING_TURN));

    private static final Map<TransferState, TransferState> END_OF_SENDING =
        new EnumMap<>(Map.of(SENDING, FINISHED));
    private static final Map<TransferState, TransferState> END_OF_WAIT =
        new EnumMap<>(Map.of(WAITING_PEER, FINISHED, BLOCKED, FINISHED));

    /** An end, for which a thread that sends or reads first returns from its call. */
    private static final Map<TransferState, TransferState> END_AT_ANY_TIME =
        new EnumMap<>(
            Map.of(
                QUEUED, FINISHED,
                SENDING, SENDING,
                BLOCKED, FINISHED,
                WAITING_TURN, FINISHED,
                WAITING_PEER, FINISHED,
                WAITING_RATE, FINISHED,
                WAITING_DISK, FINISHED,
                READING, READING));

    /** The end of sending: all bytes were taken, or the peer, the file or the server failed. */
    static Transition sendingOver(Outcome outcome) {
      return new Transition(outcome.label(), END_OF_SENDING, outcome);
    }

    /** The peer was too slow. */
    static Transition deadlinePassed(Outcome outcome) {
      return new Transition(outcome.label(), END_OF_WAIT, outcome);
    }

    /** An end requested by an administrator or the server. */
    static Transition endRequested(Outcome outcome) {
      return new Transition(outcome.label(), END_AT_ANY_TIME, outcome);
    }

    /** Logs a move from one state to the next. */
    void log(String transfer, TransferState from, TransferState to, @Nullable Outcome end) {
      if (LOG.isLoggable(Level.FINER)) {
        String why = end == null ? reason : end.label();
        LOG.finer("transfer " + transfer + ": " + from + " -> " + to + " (" + why + ")");
      }
    }

    private static Transition peerAwaited(String reason) {
      return on(reason, Map.of(WAITING_PEER, WAITING_TURN, BLOCKED, SENDING));
    }

    private static Transition on(String reason, Map<TransferState, TransferState> moves) {
      return new Transition(reason, new EnumMap<>(moves), null);
    }
  }
}
