package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.SendAlgorithm;

/** Throws in its constructor. */
public final class CannotBeMade implements SendAlgorithm {
  public CannotBeMade() {
    throw new IllegalStateException("a plug-in that cannot be made");
  }

  @Override
  public String name() {
    return "cannot-be-made";
  }

  @Override
  public Pace pace() {
    return progress -> new Burst(1, true);
  }
}
