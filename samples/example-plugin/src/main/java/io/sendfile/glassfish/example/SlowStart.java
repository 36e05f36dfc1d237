package io.sendfile.glassfish.example;

import io.sendfile.spi.SendAlgorithm;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * An algorithm as a plug-in. Turns begin short, so that many clients soon have their first bytes,
 * and double each time, so that long downloads cost few turns. No worker waits for a client.
 */
@Service
@ContractsProvided(SendAlgorithm.class)
public final class SlowStart implements SendAlgorithm {
  private static final long FIRST_BYTES = 64L << 10;
  private static final long MOST_BYTES = 4L << 20;

  @Override
  public String name() {
    return "slow-start";
  }

  @Override
  public Pace pace() {
    return progress ->
        new Burst(Math.min(Math.max(FIRST_BYTES, 2 * progress.lastBytes()), MOST_BYTES), false);
  }
}
