package io.sendfile.spi;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates threads that hold no reference to their creator. By default a thread inherits from its
 * creator the context class loader, the inheritable thread-locals (GlassFish keeps the current web
 * application in one) and, before Java 24, the protection domains of the whole stack, each with its
 * class loader. So a pool's thread created during a request would keep an undeployed application in
 * memory for as long as it lives.
 */
public final class CleanThreads {
  private static volatile @Nullable ClassLoader context = CleanThreads.class.getClassLoader();

  private CleanThreads() {}

  /**
   * Sets the context class loader of the threads that are made from now on, for the server around:
   * that of the server's own threads. What such a thread is the first to ask for, as a pool of
   * connections or the platform's MBean server, is built there by this loader, for all. Until then
   * it is the loader of this class.
   */
  public static void setContext(ClassLoader server) {
    context = server;
  }

  /** Creates a daemon thread, not yet started, by {@link #make(Supplier)}. */
  public static Thread make(String name, Runnable task) {
    return make(() -> new Thread(null, task, name, 0, false));
  }

  /**
   * Creates a daemon thread, not yet started, on another thread, since a thread of a foreign class
   * inherits thread-locals in any case. Takes well below a millisecond.
   *
   * @param maker creates the thread; its exceptions are passed on
   */
  public static Thread make(Supplier<? extends Thread> maker) {
    FutureTask<Thread> made =
        new FutureTask<>(
            () -> {
              Thread thread = maker.get();
              thread.setDaemon(true);
              thread.setContextClassLoader(context);
              return thread;
            });
    bare(made).start();
    return get(made);
  }

  /** Without the protection domains above this frame, and without thread-locals. */
  @SuppressWarnings("removal")
  private static Thread bare(Runnable task) {
    return AccessController.doPrivileged(
        (PrivilegedAction<Thread>)
            () -> {
              Thread thread = new Thread(null, task, "sendfile-thread-maker", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(context);
              return thread;
            });
  }

  private static Thread get(FutureTask<Thread> made) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return made.get();
        } catch (InterruptedException e) {
          // Ignores the interrupt until the thread exists, which takes a moment.
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("a thread could not be made", e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
