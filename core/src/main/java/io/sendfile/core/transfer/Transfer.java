package io.sendfile.core.transfer;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.StallDetector.Verdict;
import io.sendfile.core.transfer.TimeSpent.TimeAccount;
import io.sendfile.core.transfer.TransferSink.Acknowledged;
import io.sendfile.core.transfer.TurnOrder.Rank;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download, as a state machine: {@link Event} is its table, and {@link #happen} its only step,
 * a move under the lock and then, without it, the effect of the new state. So one thread at a time
 * sends, no lock is held while the sink is called, and the transfer ends once. Thread-safe.
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
  private final StallDetector peer;
  private final TimeAccount time;
  private final BlockedWorker worker = new BlockedWorker();
  private @Nullable SchedulerServices services;
  private TransferState state = TransferState.QUEUED;

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
    this.sender = new BurstSender(info, body, sink, terms, nanoTime);
    this.speed = new RateMeter(startNanos);
    this.peer = new StallDetector(terms.deadlines());
    this.time = new TimeAccount(startNanos);
  }

  void attach(SchedulerServices newServices) {
    services = newServices;
    sender.begin(newServices.probe());
  }

  /** Starts the transfer in its place: it requests turns from now on. */
  void placed() {
    happen(Event.PLACE_GRANTED);
  }

  /** Runs one turn on the calling thread. Does nothing unless the transfer waits for one. */
  void turn() {
    try {
      if (happen(Event.TURN_GRANTED) == null) {
        return;
      }
      TransferState next;
      do {
        next = happen(sender.send());
      } while (next == TransferState.BLOCKED && workerMayGoOn());
    } catch (RuntimeException | Error e) {
      // The transfer may wait for an event that never comes.
      Thrown.log(LOG, e, "the transfer failed unexpectedly", info.id().own());
      end(Outcome.IO_ERROR);
    }
  }

  /** Reads its next bytes into memory on the calling thread, if it still waits for that. */
  void readAhead() {
    if (happen(Event.READER_GRANTED) != null) {
      sender.readAhead();
      happen(Event.READ_AHEAD);
    }
  }

  /** Parks the worker until the peer can take bytes; false if the transfer ended meanwhile. */
  private boolean workerMayGoOn() {
    if (!worker.waitWhile(() -> state() == TransferState.BLOCKED)) {
      // Only a stopping server interrupts workers.
      end(Outcome.SHUTDOWN);
    }
    return state() == TransferState.SENDING;
  }

  /** Returns the new state; null if the event has no effect in the present one. */
  private @Nullable TransferState happen(Event event) {
    TransferState next = move(event);
    if (next != null) {
      enter(next);
    }
    return next;
  }

  private synchronized @Nullable TransferState move(Event event) {
    TransferState next = event.moves().get(state);
    if (next == null || (next == state && outcome != null)) {
      return null;
    }
    if (event.outcome() != null) {
      outcome = event.outcome();
    } else if (outcome != null) {
      next = TransferState.FINISHED;
    }
    event.log(info.id().own(), state, next, outcome);
    long now = nanoTime.getAsLong();
    time.charge(state.phase(), now);
    peer.move(state, next, now);
    state = next;
    return next;
  }

  private void enter(TransferState entered) {
    switch (entered) {
      case QUEUED, READING -> {}
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
    terms.precedence().awaitsPeer(sink);
    sink.awaitWritable(() -> happen(Event.PEER_WRITABLE));
  }

  private void awaitDisk() {
    if (sender.awaitsReading(() -> happen(Event.READ_BY_ANOTHER))) {
      terms.precedence().rests();
    } else {
      services().awaitDisk(this);
    }
  }

  private void awaitRate() {
    terms.precedence().rests();
    if (sender.rate().changed()) {
      // The rate was changed before this wait was visible to other threads.
      happen(Event.RATE_CHANGED);
    } else {
      sender.whenRateAllows(services(), () -> happen(Event.RATE_ALLOWS_MORE));
    }
  }

  private SchedulerServices services() {
    return Objects.requireNonNull(services, "turns are for attached transfers");
  }

  /** The only exit: releases all resources, then updates statistics and calls listeners. */
  private void finish(Outcome end) {
    try {
      sender.close(end);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer could not be closed cleanly", info.id().own());
    }
    if (services != null) {
      long spreading = sender.rate().nanosToSpread(nanoTime.getAsLong());
      if (spreading > 0) {
        // The kernel still paces the last slice, before the connection's next response.
        services.after(spreading, sink::unpace);
      }
      UnsentBytes left = end == Outcome.COMPLETED ? null : UnsentBytes.of(sink, terms, nanoTime);
      long nanos = nanoTime.getAsLong() - startNanos;
      services.finished(this, left, end, sender.firstByteNanos(), nanos);
    }
    terms.precedence().leaves();
  }

  /** Ends it early, now or after the running system call; false if it has ended, or is ending. */
  public boolean end(Outcome early) {
    boolean ends = happen(Event.endRequested(early)) != null;
    if (ends) {
      sender.stop();
    }
    return ends;
  }

  /**
   * Sets its own highest rate, from the next system call on; its shared rates stay.
   *
   * @param bytesPerSecond at least 0; 0 = none
   */
  public void limit(long bytesPerSecond) {
    sender.rate().change(bytesPerSecond);
    happen(Event.RATE_CHANGED);
  }

  /** Looks at the shared rates again, which have changed. */
  void ratesChanged() {
    happen(Event.RATE_CHANGED);
  }

  /**
   * Checks the peer and the deadlines. A slow peer gets one more turn before the end: the kernel
   * reports a socket writable only when a good part of its buffer is free, but takes single bytes.
   */
  void tick() {
    if (sink.peerGone() || (sender.readsOn() && sink.peerLeft())) {
      // A peer that has all its bytes may leave before the turn in which they are seen to be taken.
      boolean whole = sink.taken() >= body.length();
      end(whole ? Outcome.COMPLETED : sink.whyGone());
      return;
    }
    long now = nanoTime.getAsLong();
    long max = terms.deadlines().maxNanos();
    if (max > 0 && now - startNanos >= max) {
      end(Outcome.TOO_SLOW);
      return;
    }
    speed.sample(sink.taken(), now);
    time.sample(state(), now);
    if (state().waitsForPeer()) {
      terms.precedence().awaitsPeer(sink);
    }
    Acknowledged acknowledged = peerInDoubt(now) ? sink.acknowledged() : null;
    switch (verdict(sink.taken(), acknowledged, now)) {
      case FINE -> {}
      case LAST_CHANCE -> happen(Event.LAST_CHANCE);
      case STALLED -> happen(Event.deadlinePassed(Outcome.STALLED));
      case TOO_SLOW -> happen(Event.deadlinePassed(Outcome.TOO_SLOW));
    }
  }

  private synchronized boolean peerInDoubt(long nowNanos) {
    return state.waitsForPeer() && peer.inDoubt(nowNanos);
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
    long own = sender.rate().own();
    return new TransferSnapshot(
        info,
        terms.algorithm(),
        state(),
        body.range(),
        taken,
        body.length(),
        speed.bytesPerSecond(now),
        own,
        terms.rates().ceiling(own),
        sender.rate().reached(),
        time.lately(state(), now),
        terms.turns() == null ? common : terms.turns().withWorkers(common),
        Duration.ofNanos(now - startNanos));
  }

  /** Its result as known so far, for the case that the server dies. */
  TransferResult lastKnown() {
    long nanos = nanoTime.getAsLong() - startNanos;
    return info.result(
        body,
        terms.small(),
        Outcome.SERVER_DIED,
        EndReason.of(Outcome.SERVER_DIED, terms.deadlines(), nanos),
        sink.taken(),
        sender.firstByteNanos(),
        nanos,
        time.whole());
  }

  /** Its time, by phase. */
  TimeAccount time() {
    return time;
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

  /** Rank of its next turn. */
  Rank rank() {
    return terms.precedence().rank(terms.newcomersFirst(), !sender.begun());
  }

  /** Parks a worker within a blocking turn. One worker at a time. */
  private static final class BlockedWorker {
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
          LockSupport.parkNanos(this, LOOK_NANOS);
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
        LockSupport.unpark(waiting);
      }
    }
  }

  /**
   * Measures a transfer's rate over half a minute to a minute. Kernels take the bytes for a slow
   * client in lumps of up to megabytes, so it measures from one lump to another, and ignores the
   * first one, which fills empty buffers, once there is a second. Thread-safe; reads no clock.
   */
  static final class RateMeter {
    private static final long WINDOW_NANOS = 30_000_000_000L;
    private static final long FIRST_LUMP_NANOS = 2_000_000_000L;

    /** A moment at which bytes were taken, with the total until then. */
    private record Progress(long nanos, long bytes) {}

    private final Progress start;
    private Progress from;
    private Progress nextFrom;
    private Progress last;

    RateMeter(long startNanos) {
      start = new Progress(startNanos, 0);
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
      last = new Progress(nowNanos, bytes);
      if (firstLump) {
        from = last;
        nextFrom = last;
      } else if (last.nanos - nextFrom.nanos >= WINDOW_NANOS) {
        from = nextFrom;
        nextFrom = last;
      }
    }

    /** Bytes per second as of now; falls towards 0 during an unusually long pause. */
    synchronized long bytesPerSecond(long nowNanos) {
      boolean onlyFirstLump = last.equals(from);
      Progress since = onlyFirstLump ? start : from;
      long nanos =
          onlyFirstLump
              ? nowNanos - start.nanos
              : Math.max(last.nanos - since.nanos, nowNanos - last.nanos);
      return nanos <= 0 ? 0 : Math.round((last.bytes - since.bytes) * 1e9 / nanos);
    }
  }
}
