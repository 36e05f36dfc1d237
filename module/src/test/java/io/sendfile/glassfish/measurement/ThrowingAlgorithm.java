package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.spi.SendAlgorithm;

/** A plug-in that fails at each turn. */
final class ThrowingAlgorithm implements SendAlgorithm {
  @Override
  public String name() {
    return "throws";
  }

  @Override
  public Pace pace() {
    return progress -> {
      throw new IllegalStateException("at each turn");
    };
  }
}
