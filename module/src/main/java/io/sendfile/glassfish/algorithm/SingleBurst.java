package io.sendfile.glassfish.algorithm;

import io.sendfile.glassfish.spi.SendAlgorithm;

/**
 * Sends the whole body in one turn: a worker owns its transfer to the end, and at most as many
 * clients are served at a time as there are workers.
 *
 * @param name name in configuration
 * @param blocking whether a worker waits for the peer within its burst
 */
public record SingleBurst(String name, boolean blocking) implements SendAlgorithm {
  @Override
  public Pace pace() {
    return progress -> new Burst(progress.remaining(), blocking);
  }
}
