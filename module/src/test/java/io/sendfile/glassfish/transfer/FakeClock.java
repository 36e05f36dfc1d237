package io.sendfile.glassfish.transfer;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that stands still until it is advanced. Thread-safe. */
public final class FakeClock implements LongSupplier {
  // Monotonic clocks may start anywhere, below zero too.
  private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);

  @Override
  public long getAsLong() {
    return nanos.get();
  }

  /** Lets time pass. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
