package io.sendfile.glassfish.it.plugins;

import io.sendfile.glassfish.spi.SendAlgorithm;

/** Wants the name of an algorithm of the module, to do nothing but fail. */
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
