package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.SendAlgorithm;

/** Has one burst per download, and throws when asked for the next. */
public final class FailsWhileSending implements SendAlgorithm {
  @Override
  public String name() {
    return "fails-while-sending";
  }

  @Override
  public Pace pace() {
    return progress -> {
      if (progress.sent() > 0) {
        throw new IllegalStateException("a plug-in that fails while sending");
      }
      return new Burst(1000, false);
    };
  }
}
