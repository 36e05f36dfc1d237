package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.SendAlgorithm.Pace;
import io.sendfile.glassfish.spi.SendAlgorithm.Progress;
import java.io.IOException;

/** Uses the turns of one transfer: a burst of its body to its peer. One thread at a time. */
final class Bursts {
  /** How a turn ended. */
  enum Turn {
    /** Every byte was sent and taken. */
    DONE,
    /** The burst is spent; there is more. */
    SPENT,
    /** The peer takes no more now. */
    FULL,
    /** The rate allows no more now. */
    PACED,
    /** The peer has gone. */
    PEER_GONE,
    /** The file is shorter than it was. */
    CHANGED,
    /** The file cannot be read, or the server failed. */
    FAILED
  }

  private final Body body;
  private final TransferSink sink;
  private final Pace pace;
  private final RateLimit rate;

  Bursts(Body body, TransferSink sink, TransferTerms terms, long nowNanos) {
    this.body = body;
    this.sink = sink;
    this.pace = terms.pace();
    this.rate = new RateLimit(terms.bytesPerSecond(), nowNanos);
  }

  /**
   * Uses one turn.
   *
   * @throws IOException if the peer is gone or the file cannot be read
   */
  Turn send(long nowNanos) throws IOException {
    if (body.remaining() > 0) {
      long burst = pace.next(new Progress(body.sent(), body.remaining(), nowNanos)).bytes();
      long allowance = rate.allowance(nowNanos);
      long budget = Math.min(burst, allowance);
      while (budget > 0 && body.remaining() > 0) {
        long n = body.sendSome(sink, budget);
        if (n == 0) {
          // What is still on its way to the peer is not lost by what happens to the file.
          return sink.flushed() && body.fileShrank() ? Turn.CHANGED : Turn.FULL;
        }
        budget -= n;
        rate.spend(n);
      }
      if (body.remaining() > 0) {
        return burst > allowance ? Turn.PACED : Turn.SPENT;
      }
    }
    return sink.flushed() ? Turn.DONE : Turn.FULL;
  }

  /** Time until the rate allows a good slice again, nanoseconds. */
  long nanosUntilRateAllows() {
    return rate.nanosUntilFull();
  }
}
