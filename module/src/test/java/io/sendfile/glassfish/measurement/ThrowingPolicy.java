package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.spi.BufferPolicy;

/** A plug-in that never gives a buffer. */
final class ThrowingPolicy implements BufferPolicy {
  @Override
  public String name() {
    return "throws";
  }

  @Override
  public boolean direct() {
    return false;
  }

  @Override
  public Lease take(int bytes) {
    throw new IllegalStateException("no buffer");
  }

  @Override
  public Figures figures() {
    throw new IllegalStateException("no figures");
  }

  @Override
  public void close() {}
}
