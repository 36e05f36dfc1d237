package io.sendfile.core.files;

import io.sendfile.core.files.Source.Extent;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the kernel whether bytes of a file are in its page cache, so that their sender need not wait
 * for the disk. Thread-safe; waits for no disk itself, except with a file on a file system that may
 * hang.
 */
public interface PageCacheProbe {
  /** Bytes of a body above which the cost of a probe is small compared with sending it. */
  long worthFrom();

  /**
   * Whether an extent is most probably there: single pages of it are looked up. Also true where the
   * kernel does not tell, which leaves the wait to the sender.
   */
  boolean has(Extent extent);

  /** The best probe of this JVM, available soon after its first use; null if there is none. */
  static @Nullable PageCacheProbe lazy(Executor threads) {
    return isLinux() ? new Lazy(threads, PageCacheProbe::ofSystem) : null;
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /** The best probe of this JVM; null if it has none. To find it may take a tenth of a second. */
  static @Nullable PageCacheProbe ofSystem() {
    if (!isLinux()) {
      return null;
    }
    PageCacheProbe mapped = MappedPages.find();
    PageCacheProbe read = NoWaitRead.find(mapped);
    return read == null ? mapped : read;
  }

  /** The probe of this JVM, in words for administrators. */
  static String way() {
    PageCacheProbe probe = ofSystem();
    if (probe == null) {
      return "not recognized on this system: workers read them from the disk";
    }
    return probe instanceof NoWaitRead
        ? "recognized in any file"
        : "recognized in large files that the server's user owns or may write; in any file with"
            + " Java 22 or later and the JVM options "
            + NoWaitRead.OPTIONS;
  }

  /**
   * Creates a probe in the background on first use, since linking a native call takes a JVM a tenth
   * of a second. Until then all bytes count as cached. Thread-safe.
   */
  static final class Lazy implements PageCacheProbe {
    private final Executor threads;
    private final Supplier<@Nullable PageCacheProbe> search;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile @Nullable PageCacheProbe found;

    Lazy(Executor threads, Supplier<@Nullable PageCacheProbe> search) {
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
}
