package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.SendAlgorithm;

/** Claims the name of one of the module's algorithms, and fails. */
public final class Impostor implements SendAlgorithm {
  @Override
  public String name() {
    return "adaptive";
  }

  @Override
  public Pace pace() {
    throw new IllegalStateException("a plug-in that is never asked");
  }
}
