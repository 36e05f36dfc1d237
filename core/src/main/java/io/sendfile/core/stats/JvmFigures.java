package io.sendfile.core.stats;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Figures of this process that only some JVMs have. They are in {@code com.sun.management}, a
 * package that a bundle must not import, so methods are looked up by name; no MBean server is asked
 * for them, as a starting GlassFish has none.
 */
public final class JvmFigures {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.monitoring");

  private JvmFigures() {}

  /** Open file descriptors. */
  public static OptionalLong openDescriptors() {
    return ofSystem("getOpenFileDescriptorCount");
  }

  /** File descriptors that may be open. */
  public static OptionalLong mostDescriptors() {
    return ofSystem("getMaxFileDescriptorCount");
  }

  /** Calls a method by an interface of the bean, as its class is not accessible. */
  private static OptionalLong ofSystem(String getter) {
    Object bean = ManagementFactory.getOperatingSystemMXBean();
    Deque<Class<?>> left = new ArrayDeque<>(List.of(bean.getClass()));
    while (!left.isEmpty()) {
      Class<?> type = left.remove();
      try {
        if (type.isInterface()
            && type.getMethod(getter).invoke(bean) instanceof Long figure
            && figure >= 0) {
          return OptionalLong.of(figure);
        }
      } catch (ReflectiveOperationException | RuntimeException e) {
        LOG.log(Level.FINEST, e, () -> type + " does not tell " + getter);
      }
      left.addAll(List.of(type.getInterfaces()));
      if (type.getSuperclass() != null) {
        left.add(type.getSuperclass());
      }
    }
    return OptionalLong.empty();
  }
}
