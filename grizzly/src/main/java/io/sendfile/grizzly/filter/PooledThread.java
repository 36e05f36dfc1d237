package io.sendfile.grizzly.filter;

import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.memory.ThreadLocalPool;
import org.glassfish.grizzly.memory.ThreadLocalPoolProvider;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * Download workers of Grizzly's thread class: only those have its caches of objects, such as those
 * of writes and buffers, and of memory.
 */
public final class PooledThread {
  private PooledThread() {}

  /** A thread of that name, not yet started. */
  public static Thread make(Runnable work, String name) {
    return new DefaultWorkerThread(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, pool(), work);
  }

  private static @Nullable ThreadLocalPool<?> pool() {
    return MemoryManager.DEFAULT_MEMORY_MANAGER instanceof ThreadLocalPoolProvider provider
        ? provider.createThreadLocalPool()
        : null;
  }
}
