package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.SendAlgorithm.Burst;
import io.sendfile.glassfish.spi.SendAlgorithm.Pace;
import io.sendfile.glassfish.spi.SendAlgorithm.Progress;
import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.threads.Thrown;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Executes the turns of one transfer: a burst of its body to its peer. One thread at a time. */
final class Bursts {
  /** End of a turn, or of a part of a blocking one. */
  enum Turn {
    /** Every byte was sent and taken. */
    DONE,
    /** The burst is spent, or an end was requested; bytes are left. */
    SPENT,
    /** The burst is spent, and the next turn may come when the peer can take bytes. */
    SPENT_BLOCKING,
    /** The peer takes no more now. */
    FULL,
    /** The peer takes no more now, and the worker waits for the rest of its burst. */
    FULL_BLOCKING,
    /** The rate allows no more now. */
    PACED,
    /** The peer has gone. */
    PEER_GONE,
    /** The file has become shorter. */
    CHANGED,
    /** The file cannot be read, or the server failed. */
    FAILED
  }

  /** Most bytes of one system call, so that a cancelled transfer to a fast peer ends soon. */
  private static final long CALL_BYTES = 8L << 20;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final String id;
  private final Body body;
  private final TransferSink sink;
  private final Pace pace;
  private final StatsRecorder stats;
  private final BooleanSupplier endWanted;
  private LongFunction<RateLimit> limits = unused -> new RateLimit(List.of());
  private RateLimit rate = limits.apply(0);
  private volatile long bytesPerSecond;
  private volatile long wantedBytesPerSecond;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private long firstByteNanos;
  private long uncounted;
  private long countedCopied;
  private long countedZeroCopied;
  private long left;
  private boolean blocking;
  private long lastBytes;
  private boolean lastFull;

  /**
   * @param endWanted checked between two system calls
   */
  Bursts(
      String id,
      Body body,
      TransferSink sink,
      TransferTerms terms,
      LongSupplier nanoTime,
      BooleanSupplier endWanted) {
    this.id = id;
    this.body = body;
    this.sink = sink;
    this.pace = terms.pace();
    this.stats = terms.stats();
    this.endWanted = endWanted;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
  }

  /**
   * Begins a new turn. Never throws: an Error of a plug-in or of a full heap ends this transfer.
   */
  Turn begin() {
    return use(true);
  }

  /** Continues the burst of a turn that ended with {@link Turn#FULL_BLOCKING}. */
  Turn goOn() {
    return use(false);
  }

  private Turn use(boolean fresh) {
    try {
      return send(fresh);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer failed unexpectedly", id);
      return Turn.FAILED;
    }
  }

  private Turn send(boolean fresh) {
    try {
      long now = nanoTime.getAsLong();
      if (fresh && body.remaining() > 0) {
        newBurst(now);
      }
      return rest(now);
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + id + " failed while sending");
      return body.fileReadable() ? Turn.PEER_GONE : Turn.FAILED;
    } finally {
      count();
    }
  }

  private void newBurst(long nowNanos) {
    stats.add(Figure.BURSTS, 1);
    Burst burst =
        pace.next(new Progress(body.sent(), body.remaining(), nowNanos, lastBytes, lastFull));
    left = burst.bytes();
    blocking = burst.blocking();
    lastBytes = 0;
    lastFull = false;
  }

  private Turn rest(long nowNanos) throws IOException {
    while (left > 0 && body.remaining() > 0 && !endWanted.getAsBoolean()) {
      obeyWantedRate();
      long allowed = rate.allowance(body.remaining(), nowNanos);
      if (allowed == 0) {
        return Turn.PACED;
      }
      long n = body.sendSome(sink, Math.min(Math.min(left, allowed), CALL_BYTES));
      if (n == 0) {
        lastFull = true;
        return whyNone();
      }
      left -= n;
      lastBytes += n;
      uncounted += n;
      rate.spend(n);
      if (uncounted >= CALL_BYTES) {
        count();
      }
    }
    if (body.remaining() > 0) {
      return blocking ? Turn.SPENT_BLOCKING : Turn.SPENT;
    }
    return sink.flushed() ? Turn.DONE : Turn.FULL;
  }

  private Turn whyNone() throws IOException {
    // Bytes on their way to the peer are not lost by a failure of the file.
    if (sink.flushed() && body.fileShrank()) {
      return Turn.CHANGED;
    }
    return blocking ? Turn.FULL_BLOCKING : Turn.FULL;
  }

  /**
   * Installs limits from now on; earlier bytes count.
   *
   * @param ownBytesPerSecond highest rate, 0 = none
   * @param limitsByRate creates the limits for such a rate
   */
  void limit(long ownBytesPerSecond, LongFunction<RateLimit> limitsByRate) {
    limits = limitsByRate;
    bytesPerSecond = ownBytesPerSecond;
    wantedBytesPerSecond = ownBytesPerSecond;
    rate = limits.apply(ownBytesPerSecond);
    if (body.sent() > 0) {
      rate.charge(body.sent(), startNanos);
    }
  }

  /** Requests another rate, 0 = none; on any thread. */
  void want(long newBytesPerSecond) {
    wantedBytesPerSecond = newBytesPerSecond;
  }

  /** The highest rate from the next system call on; on any thread. */
  long bytesPerSecond() {
    return wantedBytesPerSecond;
  }

  /** Whether another rate was requested since the last system call. */
  boolean wantsOtherRate() {
    return wantedBytesPerSecond != bytesPerSecond;
  }

  private void obeyWantedRate() {
    if (wantsOtherRate()) {
      bytesPerSecond = wantedBytesPerSecond;
      RateLimit old = rate;
      rate = limits.apply(bytesPerSecond);
      old.close();
    }
  }

  /** Time until the rate allows more, nanoseconds. */
  long nanosUntilRateAllows() {
    return rate.nanosToWait(nanoTime.getAsLong());
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
        sink.finish(outcome);
      }
    }
  }

  /**
   * Counts the bytes taken by the kernel since the last call: after each turn, after many bytes of
   * a long one, and at the end.
   */
  private void count() {
    long zeroCopied = sink.zeroCopied();
    long copied = sink.taken() - zeroCopied;
    if (firstByteNanos == 0 && copied + zeroCopied > 0) {
      firstByteNanos = Math.max(1, nanoTime.getAsLong() - startNanos);
    }
    stats.sent(copied - countedCopied, zeroCopied - countedZeroCopied);
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
}
