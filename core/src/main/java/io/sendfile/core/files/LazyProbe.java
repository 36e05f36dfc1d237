package io.sendfile.core.files;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a probe in the background on first use, since linking a native call takes a JVM a tenth
 * of a second. Until then all bytes count as cached. Thread-safe.
 */
final class LazyProbe implements PageCacheProbe {
  private final Executor threads;
  private final Supplier<@Nullable PageCacheProbe> search;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private volatile @Nullable PageCacheProbe found;

  LazyProbe(Executor threads, Supplier<@Nullable PageCacheProbe> search) {
    this.threads = threads;
    this.search = search;
  }

  @Override
  public long worthFrom() {
    PageCacheProbe probe = found;
    if (probe != null) {
      return probe.worthFrom();
    }
    if (!wanted.get() && wanted.compareAndSet(false, true)) {
      seek();
    }
    return Long.MAX_VALUE;
  }

  private void seek() {
    try {
      threads.execute(() -> found = search.get());
    } catch (RejectedExecutionException e) {
      // The server stops, and needs no probe any more.
      return;
    }
  }

  @Override
  public boolean has(Extent extent) {
    PageCacheProbe probe = found;
    return probe == null || probe.has(extent);
  }
}
