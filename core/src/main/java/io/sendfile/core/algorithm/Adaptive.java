package io.sendfile.core.algorithm;

import io.sendfile.spi.SendAlgorithm;
import java.util.concurrent.TimeUnit;

/**
 * Non-blocking bursts whose size follows the client. The first burst of a new transfer goes before
 * all others. The bursts of a fast client grow with the bytes it has got, so that small files pass
 * quickly and large ones cost few turns. A slow client, whose socket is nearly always full, gets in
 * one turn as much as it has drained, so that one wake-up is one turn.
 *
 * @param name name in configuration
 * @param burstBytes bytes of the first turns, at least 1
 * @param longBurstBytes most bytes per turn of a fast client, at least 1
 * @param drainBytes most bytes per turn of a slow client that was full, at least 1
 */
public record Adaptive(String name, long burstBytes, long longBurstBytes, long drainBytes)
    implements SendAlgorithm {
  /**
   * Small enough that many new transfers pass quickly, and no more than Linux reads ahead from a
   * disk; large enough that one burst finishes most pages, pictures and documents (measured in
   * docs/decisions/0007-turns.md).
   */
  static final long BURST_BYTES = 128L << 10;

  /**
   * Long enough that a turn costs little beside its bytes; longer ones gain little, and cost shares
   * and first bytes more (docs/decisions/0007-turns.md).
   */
  static final long LONG_BURST_BYTES = 512L << 10;

  /** Capacity of a socket's send buffer by Linux's defaults (tcp_wmem). */
  static final long DRAIN_BYTES = 4L << 20;

  /** A configured burst length bounds every turn. */
  static Adaptive of(String name, long burstBytes) {
    return burstBytes == 0
        ? new Adaptive(name, BURST_BYTES, LONG_BURST_BYTES, DRAIN_BYTES)
        : new Adaptive(name, burstBytes, burstBytes, burstBytes);
  }

  @Override
  public boolean newcomersFirst() {
    return true;
  }

  @Override
  public Pace pace() {
    return new ClientPace();
  }

  /**
   * The pace of one transfer: knows when its client's socket was last full, and the bytes sent by
   * then.
   */
  private final class ClientPace implements Pace {
    private boolean begun;
    private long fullNanos;
    private long fullSent;

    @Override
    public Burst next(Progress progress) {
      long bytes = progress.lastFull() && slow(progress) ? drainBytes : fast(progress.sent());
      if (!begun || progress.lastFull()) {
        begun = true;
        fullNanos = progress.nowNanos();
        fullSent = progress.sent();
      }
      return new Burst(Math.min(bytes, progress.remaining()), false);
    }

    private long fast(long sent) {
      return Math.max(burstBytes, Math.min(sent, longBurstBytes));
    }

    private boolean slow(Progress progress) {
      double seconds = (progress.nowNanos() - fullNanos) / (double) TimeUnit.SECONDS.toNanos(1);
      return begun && progress.sent() - fullSent < SLOW_CLIENT * seconds;
    }
  }
}
