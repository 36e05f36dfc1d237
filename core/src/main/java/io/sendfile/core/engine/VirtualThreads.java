package io.sendfile.core.engine;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * One virtual thread per task, where Java has them. Reached by reflection, since this module is
 * compiled for Java 17. The threads inherit nothing from their starter, such as the class loader of
 * an application.
 */
final class VirtualThreads {
  private VirtualThreads() {}

  /**
   * Starts a thread for each task.
   *
   * @param prefix of the threads' names
   * @throws UnsupportedOperationException before Java 21
   */
  static Executor executor(String prefix) {
    ThreadFactory factory = factory(prefix);
    return task -> factory.newThread(task).start();
  }

  /** {@code Thread.ofVirtual().name(prefix, 1).inheritInheritableThreadLocals(false).factory()}. */
  private static ThreadFactory factory(String prefix) {
    try {
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
      builder.getMethod("name", String.class, long.class).invoke(virtual, prefix, 1L);
      builder.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(virtual, false);
      return (ThreadFactory) builder.getMethod("factory").invoke(virtual);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new UnsupportedOperationException("virtual threads need Java 21 or later", e);
    }
  }
}
