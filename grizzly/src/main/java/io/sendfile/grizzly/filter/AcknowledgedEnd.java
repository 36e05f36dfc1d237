package io.sendfile.grizzly.filter;

import io.sendfile.core.transfer.Acknowledged;
import io.sendfile.core.transfer.Deadlines;
import io.sendfile.core.transfer.StallDetector;
import io.sendfile.core.transfer.Timer;
import io.sendfile.grizzly.http2.PeerReset;
import io.sendfile.grizzly.sockets.SendQueues;
import io.sendfile.grizzly.sockets.SendQueues.Follower;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The end of a delivery that counts what the client has acknowledged. A kernel takes megabytes at
 * once, and a client that leaves in the middle of them has not got the file. So the request stays
 * open after its last byte, and its connection is left alone, until the kernel's table shows an
 * empty queue, or the client is gone or stalled. No thread waits: the timer polls, less often while
 * nothing moves.
 *
 * <p>A client that has reset the connection has got what it had acknowledged at the last look. But
 * if the rest may have arrived since then, at twice its pace, it counts as delivered: no file is
 * delivered twice because somebody hangs up on its last byte.
 */
final class AcknowledgedEnd {
  static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Longest time between two looks. */
  private static final long MOST_TO_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** The stall timeout where there is none. */
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** How much faster than before the last bytes may have arrived. */
  private static final int FASTER = 2;

  private final Function<Connection<?>, @Nullable Follower> queues;
  private final Consumer<Delivered> told;
  private final Timer timer;
  private final LongSupplier nanoTime;
  private final long bytes;
  private final Deadlines deadlines;
  private @Nullable TransferResult result;
  private volatile boolean givenUp;

  /** Bytes that do not count as delivered; negative until that is known. */
  private long lacks = -1;

  /**
   * @param queues of the kernel, by which a connection is followed; null where that is impossible
   * @param told of the end, once
   * @param nanoTime monotonic clock, nanoseconds
   * @param bytes of the body
   * @param stallNanos the stall timeout, 0 = none
   */
  AcknowledgedEnd(
      Function<Connection<?>, @Nullable Follower> queues,
      Consumer<Delivered> told,
      Timer timer,
      LongSupplier nanoTime,
      long bytes,
      long stallNanos) {
    this.queues = queues;
    this.told = told;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.bytes = bytes;
    this.deadlines = new Deadlines(stallNanos > 0 ? stallNanos : LONGEST_NANOS, 0, 0);
  }

  /**
   * The kernel has taken the last byte.
   *
   * @param connection to which nobody writes meanwhile, and from which nobody reads
   * @param then run once, when the connection may be used again
   */
  void begin(Connection<?> connection, Runnable then) {
    Follower follower = queues.apply(connection);
    if (follower == null) {
      know(0, then);
    } else {
      new Looks(connection, follower, then).look();
    }
  }

  /**
   * Resets the connection at the next look, unless the client has acknowledged all by then: it has
   * said elsewhere that it lacks the rest.
   */
  void giveUp() {
    givenUp = true;
  }

  /** The transfer has ended; may come before the acknowledgement, or after it. */
  void finished(TransferResult ended) {
    if (ended.outcome() != Outcome.COMPLETED) {
      told.accept(ended.delivered());
      return;
    }
    synchronized (this) {
      result = ended;
    }
    tell();
  }

  private void know(long bytes, Runnable then) {
    synchronized (this) {
      lacks = bytes;
    }
    try {
      tell();
    } finally {
      then.run();
    }
  }

  private void tell() {
    Delivered delivered;
    synchronized (this) {
      TransferResult ended = result;
      if (ended == null || lacks < 0) {
        return;
      }
      result = null;
      delivered = without(ended.delivered(), lacks);
    }
    told.accept(delivered);
  }

  /** All but the last bytes. */
  static Delivered without(Delivered all, long bytes) {
    List<Span> spans = new ArrayList<>(all.spans());
    long left = bytes;
    while (left > 0 && !spans.isEmpty()) {
      Span last = spans.remove(spans.size() - 1);
      long length = last.end() - last.start();
      if (length > left) {
        spans.add(new Span(last.start(), last.end() - left));
      }
      left -= Math.min(left, length);
    }
    return new Delivered(all.etag(), all.size(), spans);
  }

  /** Looks at one connection, one after another. */
  private final class Looks {
    private static final long LOOKS_AGAIN = -1;

    private final Connection<?> connection;
    private final Follower follower;
    private final Runnable then;
    private final AcknowledgedPace pace = new AcknowledgedPace();
    private final StallDetector peer = new StallDetector(deadlines);
    private long toLookNanos = LOOK_NANOS;

    Looks(Connection<?> connection, Follower follower, Runnable then) {
      this.connection = connection;
      this.follower = follower;
      this.then = then;
      peer.peersTurn(nanoTime.getAsLong());
    }

    /** Whatever fails, the request goes on; its bytes then count as delivered. */
    void look() {
      long lacking = 0;
      try {
        lacking = lackingOrLooks();
      } finally {
        if (lacking != LOOKS_AGAIN) {
          follower.close();
          know(lacking, then);
        }
      }
    }

    private long lackingOrLooks() {
      long now = nanoTime.getAsLong();
      long left = follower.left();
      if (left == 0 || left == SendQueues.UNKNOWN) {
        return 0;
      }
      if (left == SendQueues.GONE || !connection.isOpen()) {
        return pace.lacking(now);
      }
      Acknowledged acknowledged = null;
      if (left > 0) {
        acknowledged = new Acknowledged(-left, 0, follower.windowClosed());
        toLookNanos =
            pace.saw(left, now) ? LOOK_NANOS : Math.min(2 * toLookNanos, MOST_TO_LOOK_NANOS);
      }
      boolean goesOn = givenUp && left > 0;
      if (goesOn || peer.look(bytes, acknowledged, now) == StallDetector.Verdict.STALLED) {
        // Bytes that the kernel still has must not arrive after they count as lost.
        PeerReset.reset(connection, connection);
        return goesOn ? left : pace.lacking(now);
      }
      timer.after(toLookNanos, this::look);
      return LOOKS_AGAIN;
    }
  }

  /** The acknowledgements of a client. */
  static final class AcknowledgedPace {
    private long left = -1;
    private long seenNanos;
    private long step = -1;
    private long stepNanos;

    /** So many bytes were unacknowledged then; whether it were others before. */
    boolean saw(long bytes, long nowNanos) {
      boolean moved = bytes != left;
      if (left >= 0) {
        step = Math.max(0, left - bytes);
        stepNanos = Math.max(1, nowNanos - seenNanos);
      }
      left = bytes;
      seenNanos = nowNanos;
      return moved;
    }

    /** Bytes that a client has not got that is gone now; 0 if it may have all. */
    long lacking(long nowNanos) {
      boolean mayHaveAll =
          step < 0 || left <= FASTER * (double) step * (nowNanos - seenNanos) / stepNanos;
      return mayHaveAll ? 0 : left;
    }
  }
}
