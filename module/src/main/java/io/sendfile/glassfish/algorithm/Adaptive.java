package io.sendfile.glassfish.algorithm;

import io.sendfile.glassfish.spi.SendAlgorithm;

/**
 * Non-blocking bursts whose size follows the client. A newcomer's first burst is short and goes
 * before all others. A client that kept up with the last burst shares the workers with the other
 * fast ones in equal bursts. A client that was full gets what it has drained since, whatever that
 * is, so that one wake-up is one turn.
 *
 * @param name name in configuration
 * @param firstBytes bytes of the first turn, at least 1
 * @param fastBytes bytes per turn of a client that keeps up, at least 1
 * @param drainBytes most bytes per turn of a client that was full, at least 1
 */
public record Adaptive(String name, long firstBytes, long fastBytes, long drainBytes)
    implements SendAlgorithm {
  /**
   * Small enough that a crowd of newcomers passes quickly, and no more than Linux reads ahead from
   * a disk; large enough that most pages, pictures and documents are finished by it.
   */
  static final long FIRST_BYTES = 128L << 10;

  /** As much as a socket's send buffer holds by Linux's defaults (tcp_wmem). */
  static final long DRAIN_BYTES = 4L << 20;

  /** With bursts of a configured length no turn is longer than that. */
  static Adaptive of(String name, long burstBytes) {
    return burstBytes == 0
        ? new Adaptive(name, FIRST_BYTES, Algorithms.DEFAULT_BURST_BYTES, DRAIN_BYTES)
        : new Adaptive(name, Math.min(FIRST_BYTES, burstBytes), burstBytes, burstBytes);
  }

  @Override
  public boolean newcomersFirst() {
    return true;
  }

  @Override
  public Pace pace() {
    return progress -> new Burst(Math.min(bytes(progress), progress.remaining()), false);
  }

  private long bytes(Progress progress) {
    if (progress.sent() == 0) {
      return firstBytes;
    }
    return progress.lastFull() ? drainBytes : fastBytes;
  }
}
