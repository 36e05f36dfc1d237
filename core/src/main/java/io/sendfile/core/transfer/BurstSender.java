package io.sendfile.core.transfer;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Transfer.Transition;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Progress;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Moves the bytes of one transfer to its peer, burst by burst. For one thread at a time. */
final class BurstSender {
  /** Most bytes of one system call, so that a cancelled transfer to a fast peer ends soon. */
  private static final long CALL_BYTES = 8L << 20;

  /** Most bytes of a short turn, of some 100 µs. */
  private static final long SHORT_TURN = 512 << 10;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final String id;
  private final Body body;
  private final TransferSink sink;
  private final TransferTerms terms;
  private final TransferRate rate;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private boolean begun;
  private volatile boolean stopped;
  private volatile @Nullable BiConsumer<Timer, Runnable> pause;
  private volatile long firstByteNanos;
  private long uncounted;
  private long countedCopied;
  private long countedZeroCopied;
  private @Nullable ReadAhead disk;

  /** Bytes it may read for the next byte of its body; 0 if that needs none. */
  private volatile long mayRead;

  private boolean inBurst;
  private boolean blocking;
  private long left;
  private long lastBytes;
  private boolean lastFull;

  /** Whether the last turn moved few bytes, as its slow peer took no more. */
  private volatile boolean shortTurn;

  /** The begin of the last turn. */
  private long turnNanos;

  /** Whether the last call moved no byte. */
  private boolean tookNone;

  private volatile @Nullable Throwable failure;

  private @Nullable SchedulerServices services;

  /** Whether the memory of a piece is reserved: while it sends, and until the kernel has it. */
  private boolean holdsPiece;

  BurstSender(
      TransferInfo info, Body body, TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.id = info.id().own();
    this.body = body;
    this.sink = sink;
    this.terms = terms;
    this.rate = new TransferRate(info, terms, sink);
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.turnNanos = startNanos;
  }

  /** Its rate. */
  TransferRate rate() {
    return rate;
  }

  /**
   * Begins to share rates and memory with other transfers.
   *
   * @param newServices their probe is for bytes that are not in memory; null to wait for the disk
   *     within turns
   */
  void begin(SchedulerServices newServices) {
    services = newServices;
    PageCacheProbe probe = newServices.probe();
    disk = probe == null ? null : new ReadAhead(body, probe);
    rate.join(body.sent(), startNanos, nanoTime.getAsLong());
  }

  /**
   * Sends a burst, or the rest of one after {@link Transition#PEER_FULL_IN_BURST}, and returns the
   * transition that stopped it. Never throws: an Error of a plug-in or for lack of memory ends this
   * transfer only.
   */
  Transition send() {
    begun = true;
    try {
      return sendAndCount();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer failed unexpectedly", id);
      failure = e;
      return Transition.sendingOver(Outcome.IO_ERROR);
    }
  }

  private Transition sendAndCount() {
    try {
      if (body.remaining() > 0 && !mayHoldPiece()) {
        return Transition.NO_MEMORY;
      }
      long now = nanoTime.getAsLong();
      if (!inBurst && body.remaining() > 0) {
        newBurst(now);
      }
      inBurst = false;
      Transition end = burst();
      double slowly =
          (double) SendAlgorithm.SLOW_CLIENT * (now - turnNanos) / TimeUnit.SECONDS.toNanos(1);
      shortTurn = lastFull && !blocking && lastBytes <= Math.min(SHORT_TURN, slowly);
      turnNanos = now;
      letGoOfPiece();
      if (disk != null) {
        disk.turnTook(nanoTime.getAsLong() - now);
      }
      return end;
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + id + " failed while sending");
      return Transition.sendingOver(outcomeOf(e));
    } finally {
      count();
    }
  }

  /** The file's failure if it has one, else the peer's. */
  private Outcome outcomeOf(IOException thrown) {
    try {
      if (body.sourceReadable()) {
        return sink.whyGone();
      }
      failure = thrown;
    } catch (IOException e) {
      failure = e;
    }
    return Outcome.IO_ERROR;
  }

  /** The failure that ended it; null if there was none. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Reserves the memory of its pieces, one at a time, unless they need none or have it still. */
  private boolean mayHoldPiece() {
    Claim claim = terms.claim();
    if (claim.piece() > 0 && !holdsPiece) {
      holdsPiece = services().reservePiece(claim);
      return holdsPiece;
    }
    return true;
  }

  /** Gives back the memory of a piece that the kernel has; the next turn meets a failed peer. */
  private void letGoOfPiece() {
    try {
      if (holdsPiece && sink.flushed()) {
        giveBackPiece();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + id + " keeps the memory of a piece until its end");
    }
  }

  private void giveBackPiece() {
    holdsPiece = false;
    services().giveBackPiece(terms.claim());
  }

  private SchedulerServices services() {
    return Objects.requireNonNull(services, "only attached transfers send");
  }

  private void newBurst(long nowNanos) {
    terms.stats().add(Figure.BURSTS, 1);
    Burst burst =
        terms
            .pace()
            .next(new Progress(body.sent(), body.remaining(), nowNanos, lastBytes, lastFull));
    left = burst.bytes();
    blocking = burst.blocking();
    lastBytes = 0;
    lastFull = false;
  }

  private Transition burst() throws IOException {
    while (left > 0 && body.remaining() > 0 && !stopped) {
      boolean prepared = body.prepare();
      // What the server reads for a client, it reads no faster than it would send it.
      long allowed = rate.allowance(prepared ? body.remaining() : CALL_BYTES, nanoTime);
      if (allowed == 0) {
        body.source().leavesReading();
        pause = rate.pause(nanoTime.getAsLong());
        return Transition.RATE_REACHED;
      }
      if (!prepared) {
        mayRead = Math.min(allowed, CALL_BYTES);
        inBurst = true;
        return Transition.DISK_NEEDED;
      }
      mayRead = 0;
      long ready = disk == null ? CALL_BYTES : disk.ready();
      if (ready == 0) {
        inBurst = true;
        return Transition.DISK_NEEDED;
      }
      long n = body.sendSome(sink, Math.min(Math.min(left, allowed), Math.min(ready, CALL_BYTES)));
      if (n == 0) {
        lastFull = true;
        return noneTaken();
      }
      tookNone = false;
      left -= n;
      lastBytes += n;
      uncounted += n;
      rate.spend(n);
      if (firstByteNanos == 0 || uncounted >= CALL_BYTES) {
        count();
      }
    }
    if (body.remaining() > 0) {
      // After a blocking burst, waits until the next one will rarely block.
      return blocking ? Transition.PEERS_TURN : Transition.BURST_SPENT;
    }
    return sink.flushed() ? Transition.sendingOver(Outcome.COMPLETED) : Transition.PEERS_TURN;
  }

  /**
   * A peer that takes nothing, or a file without a byte there: sendfile(2) does not tell which. A
   * peer that was found ready and takes nothing has the file looked at, whose size may be wrong.
   */
  private Transition noneTaken() throws IOException {
    // A failure of the file ends the transfer only after the bytes in flight.
    if (sink.flushed()) {
      if (body.sourceChanged() || (tookNone && !body.sourceReadable())) {
        return Transition.sendingOver(Outcome.CHANGED);
      }
      tookNone = true;
    }
    inBurst = blocking;
    return blocking ? Transition.PEER_FULL_IN_BURST : Transition.PEERS_TURN;
  }

  /** Whether it waits for files to be read for its next byte, and sends none meanwhile. */
  boolean readsOn() {
    return mayRead > 0;
  }

  /**
   * After {@link Transition#DISK_NEEDED}: whether another transfer reads for its next byte.
   *
   * @param wake called once if so, when it may go on
   */
  boolean awaitsReading(Runnable wake) {
    return readsOn() && body.source().awaitsReading(wake);
  }

  /**
   * Reads ahead after {@link Transition#DISK_NEEDED}, or for its next byte. Never throws: the next
   * turn meets the failure again.
   */
  void readAhead() {
    try {
      if (readsOn()) {
        terms.stats().add(Figure.DISK_READS, 1);
        rate.spend(body.source().readOn(mayRead));
      } else if (disk != null) {
        terms.stats().add(Figure.DISK_READS, 1);
        disk.read(nanoTime);
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + id + " could not read ahead");
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer could not read ahead", id);
    }
  }

  /** Whether the last turn was short, as its slow peer had room for few bytes. */
  boolean lastTurnWasShort() {
    return shortTurn;
  }

  /** Whether it has had a turn. */
  boolean begun() {
    return begun;
  }

  /** Stops sending after the running system call; thread-safe. */
  void stop() {
    stopped = true;
  }

  /** After {@link Transition#RATE_REACHED}: runs an action when the rate allows more. */
  void whenRateAllows(SchedulerServices services, Runnable action) {
    Objects.requireNonNull(pause, "for a rate that was reached").accept(services, action);
  }

  /** Releases each part at the end of the transfer, even if an earlier one throws. */
  void close(Outcome outcome) {
    try {
      body.close(outcome);
    } finally {
      try {
        rate.close();
        count();
      } finally {
        try {
          sink.finish(outcome);
        } finally {
          if (holdsPiece) {
            giveBackPiece();
          }
        }
      }
    }
  }

  /**
   * Counts the bytes taken by the kernel since the last call. Called after the first ones, after
   * each turn, several times in a long one, and at the end.
   */
  private void count() {
    long zeroCopied = sink.zeroCopied();
    long copied = sink.taken() - zeroCopied;
    if (firstByteNanos == 0 && copied + zeroCopied > 0) {
      firstByteNanos = Math.max(1, nanoTime.getAsLong() - startNanos);
      terms.stats().firstByte(firstByteNanos);
    }
    terms.stats().sent(copied - countedCopied, zeroCopied - countedZeroCopied);
    uncounted = 0;
    countedCopied = copied;
    countedZeroCopied = zeroCopied;
  }

  /** Bytes taken by the kernel, as counted. */
  long counted() {
    return countedCopied + countedZeroCopied;
  }

  /** Time from the start to the first byte taken, 0 when there was none. */
  long firstByteNanos() {
    return firstByteNanos;
  }

  /**
   * Distinguishes the bytes of a body that are in memory from those on the disk, and reads the
   * latter ahead. Probing has a cost, so for a file found in memory it probes at ever longer
   * distances, until a turn takes long (docs/decisions/0048-cold-files.md). For one thread at a
   * time.
   */
  static final class ReadAhead {
    /** First distance between two probes, and most bytes of one read. */
    static final long LEAST = 1 << 20;

    /**
     * Bytes of the first read. The kernel reads further by more than the length of each read, and
     * with many cold files all others wait for that.
     */
    static final long FIRST_READ = LEAST >> 3;

    /** Longest distance between two probes. */
    static final long MOST = 8 << 20;

    /** Duration of a turn that has probably waited for the disk: many times the usual one. */
    static final long SLOW_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** A faster read of {@link #LEAST} shows that the bytes were in memory. */
    static final long QUICK_READ_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    private final Body body;
    private final PageCacheProbe probe;
    private final boolean asks;
    private long trust = LEAST;
    private long stretch = FIRST_READ;

    /** Position in the body of the first byte that is not known to be in memory. */
    private long known;

    /** Whether the last bytes were on the disk, so that the next ones probably are. */
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
      Stretch next = body.extent();
      if (next == null) {
        return Long.MAX_VALUE;
      }
      Stretch trusted = next.atMost(trust);
      if (cold || (asks && !probe.has(trusted))) {
        return 0;
      }
      trust = Math.min(2 * trust, MOST);
      known = body.sent() + trusted.length();
      return trusted.length();
    }

    /**
     * Reads the next bytes, and waits for the disk. They then count as ready, even after a failure.
     */
    void read(LongSupplier nanoTime) throws IOException {
      Stretch next = body.extent();
      if (next == null) {
        return;
      }
      Stretch wanted = next.atMost(stretch);
      known = body.sent() + wanted.length();
      long start = nanoTime.getAsLong();
      PageCacheProbe.readAhead(wanted);
      cold = nanoTime.getAsLong() - start > QUICK_READ_NANOS * stretch / LEAST;
      stretch = Math.min(2 * stretch, LEAST);
      trust = LEAST;
    }

    /** Returns to short distances after a turn that took long. */
    void turnTook(long nanos) {
      if (nanos > SLOW_TURN_NANOS && !cold) {
        trust = LEAST;
        known = body.sent();
      }
    }
  }
}
