package io.sendfile.core.algorithm;

import io.sendfile.spi.SendAlgorithm;

/**
 * Sends at most one burst per turn, then lets the next transfer have the worker. All transfers move
 * at equal bursts, so a fast client never starves the others. With bursts of any length, a worker
 * owns its transfer to the end, and at most as many clients are served at a time as there are
 * workers.
 *
 * @param name name in configuration
 * @param burstBytes bytes per turn, at least 1; {@link #ANY} for the whole body
 * @param blocking whether a worker waits for the socket within its burst
 */
public record MultiBurst(String name, long burstBytes, boolean blocking) implements SendAlgorithm {
  /** The length of a burst that has no bound. */
  static final long ANY = Long.MAX_VALUE;

  public MultiBurst {
    if (burstBytes < 1) {
      throw new IllegalArgumentException("burst-bytes must be at least 1, was " + burstBytes);
    }
  }

  @Override
  public Pace pace() {
    return progress -> new Burst(Math.min(burstBytes, progress.remaining()), blocking);
  }
}
