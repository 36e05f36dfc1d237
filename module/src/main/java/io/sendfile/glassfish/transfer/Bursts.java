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

/** Uses the turns of one transfer: a burst of its body to its peer. One thread at a time. */
final class Bursts {
  /** How a turn, or a part of a blocking one, ended. */
  enum Turn {
    /** Every byte was sent and taken. */
    DONE,
    /** The burst is spent, or an end was asked for; there is more. */
    SPENT,
    /** The same, and the next turn may come when the peer can take bytes. */
    SPENT_BLOCKING,
    /** The peer takes no more now. */
    FULL,
    /** The same, and the worker waits for the rest of its burst. */
    FULL_BLOCKING,
    /** The rate allows no more now. */
    PACED,
    /** The peer has gone. */
    PEER_GONE,
    /** The file is shorter than it was. */
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
   * @param endWanted asked between two system calls
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

  /** Uses a new turn. Never throws: an Error of a plug-in or of a full heap ends this transfer. */
  Turn begin() {
    return use(true);
  }

  /** Goes on with the burst of a turn that ended with {@link Turn#FULL_BLOCKING}. */
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
    // What is still on its way to the peer is not lost by what happens to the file.
    if (sink.flushed() && body.fileShrank()) {
      return Turn.CHANGED;
    }
    return blocking ? Turn.FULL_BLOCKING : Turn.FULL;
  }

  /**
   * Sends within limits from now on. What has been sent before counts.
   *
   * @param ownBytesPerSecond highest rate, 0 = none
   * @param limitsByRate makes the limits by such a rate
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

  /** Asks for another rate, 0 = none; from any thread. */
  void want(long newBytesPerSecond) {
    wantedBytesPerSecond = newBytesPerSecond;
  }

  /** The highest rate as it will be in force with the next system call; from any thread. */
  long bytesPerSecond() {
    return wantedBytesPerSecond;
  }

  /** Whether another rate was asked for since the last system call. */
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

  /** The transfer is over: each of its parts is let go, whatever the one before it throws. */
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
   * Counts the bytes that the kernel has taken since the last time: after each turn, after many
   * bytes of a long one, and at the end.
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

  /** Bytes the kernel has taken, as they are counted. */
  long counted() {
    return countedCopied + countedZeroCopied;
  }

  /** Time from the start to the first byte taken, 0 when there was none. */
  long firstByteNanos() {
    return firstByteNanos;
  }
}
