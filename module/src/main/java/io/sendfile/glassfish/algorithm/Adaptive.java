package io.sendfile.glassfish.algorithm;

import io.sendfile.glassfish.spi.SendAlgorithm;
import java.util.concurrent.TimeUnit;

/**
 * Non-blocking bursts whose size follows the client. A newcomer's first burst goes before all
 * others. Bursts are short, so that the kernel seldom buffers much for a fast client, which costs
 * less on both sides. A slow client, whose socket is nearly always full, gets all it has drained
 * since in one turn, so that one wake-up is one turn.
 *
 * @param name name in configuration
 * @param burstBytes bytes per turn, at least 1
 * @param drainBytes most bytes per turn of a slow client that was full, at least 1
 */
public record Adaptive(String name, long burstBytes, long drainBytes) implements SendAlgorithm {
  /**
   * Small enough that a crowd of newcomers passes quickly, and no more than Linux reads ahead from
   * a disk; large enough that one burst finishes most pages, pictures and documents, and that a
   * larger one would cost no less per byte (measured in docs/decisions/0008-length-of-a-burst.md).
   */
  static final long BURST_BYTES = 128L << 10;

  /** Capacity of a socket's send buffer by Linux's defaults (tcp_wmem). */
  static final long DRAIN_BYTES = 4L << 20;

  /** A client below this rate is slow, bytes per second. */
  static final long SLOW = 2_000_000;

  /** A configured burst length bounds every turn. */
  static Adaptive of(String name, long burstBytes) {
    return burstBytes == 0
        ? new Adaptive(name, BURST_BYTES, DRAIN_BYTES)
        : new Adaptive(name, burstBytes, burstBytes);
  }

  @Override
  public boolean newcomersFirst() {
    return true;
  }

  @Override
  public Pace pace() {
    return new ClientPace();
  }

  /** Remembers when its client's socket was last full, and the bytes sent by then. */
  private final class ClientPace implements Pace {
    private boolean begun;
    private long fullNanos;
    private long fullSent;

    @Override
    public Burst next(Progress progress) {
      long bytes = progress.lastFull() && slow(progress) ? drainBytes : burstBytes;
      if (!begun || progress.lastFull()) {
        begun = true;
        fullNanos = progress.nowNanos();
        fullSent = progress.sent();
      }
      return new Burst(Math.min(bytes, progress.remaining()), false);
    }

    private boolean slow(Progress progress) {
      double seconds = (progress.nowNanos() - fullNanos) / (double) TimeUnit.SECONDS.toNanos(1);
      return begun && progress.sent() - fullSent < SLOW * seconds;
    }
  }
}
