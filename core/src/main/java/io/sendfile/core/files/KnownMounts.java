package io.sendfile.core.files;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The mounted file systems, at most a second old. Thread-safe. */
final class KnownMounts {
  static final KnownMounts OF_SYSTEM = new KnownMounts(Mounts::read, System::nanoTime);

  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<Mounts> reader;
  private final LongSupplier nanoTime;
  private volatile Known known;

  private record Known(Mounts mounts, long nanos) {}

  KnownMounts(Supplier<Mounts> reader, LongSupplier nanoTime) {
    this.reader = reader;
    this.nanoTime = nanoTime;
    this.known = new Known(reader.get(), nanoTime.getAsLong());
  }

  /** The same object until something changes. */
  Mounts now() {
    Known last = known;
    long now = nanoTime.getAsLong();
    return now - last.nanos < KEPT_NANOS ? last.mounts : renew(last, now);
  }

  private Mounts renew(Known last, long now) {
    Mounts read = reader.get();
    Mounts mounts = read.equals(last.mounts) ? last.mounts : read;
    known = new Known(mounts, now);
    return mounts;
  }
}
