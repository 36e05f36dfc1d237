package io.sendfile.grizzly.sockets;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * System calls for single sockets that Java has no names for, made through internal classes of the
 * JDK, in a package that a JVM option opens. Without that option, with unknown classes (known: JDK
 * 17 to 25) or on other systems than Linux there are none. Thread-safe.
 */
final class NetCall {
  /** The JVM option they need. */
  static final String JVM_OPTION = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

  /** Whether the system is one whose numbers of options and events are known here. */
  static final boolean SYSTEM_HAS_THEM =
      isKnown(System.getProperty("os.name", ""), System.getProperty("os.version", ""));

  /** Events of a socket: socket, wanted events, milliseconds to wait. */
  private static final @Nullable MethodHandle POLL = find("poll", int.class, long.class);

  /** Event of poll(2): room to write. */
  private static final int POLLOUT = 4;

  private NetCall() {}

  /** TCP paces its segments by itself, without a queueing discipline, since Linux 4.13. */
  static boolean isKnown(String system, String version) {
    Matcher numbers = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*").matcher(version);
    if (!system.equals("Linux") || !numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    return major > 4 || (major == 4 && Integer.parseInt(numbers.group(2)) >= 13);
  }

  /**
   * A static method of the JDK whose first parameter is a descriptor, for a {@link SocketChannel}
   * in place of it; null if it cannot be called.
   *
   * @param parameters after the descriptor
   */
  static @Nullable MethodHandle find(String method, Class<?>... parameters) {
    if (!SYSTEM_HAS_THEM) {
      return null;
    }
    try {
      MethodHandle descriptorOf = opened(jdkClass("SelChImpl").getDeclaredMethod("getFD"));
      MethodType ofSocket = MethodType.methodType(FileDescriptor.class, SocketChannel.class);
      Class<?>[] all =
          MethodType.methodType(void.class, FileDescriptor.class, parameters).parameterArray();
      return MethodHandles.filterArguments(
          opened(jdkClass("Net").getDeclaredMethod(method, all)), 0, descriptorOf.asType(ofSocket));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Loaded by the JDK itself: a bundle has no import of its internal packages. */
  private static Class<?> jdkClass(String name) throws ClassNotFoundException {
    return Class.forName("sun.nio.ch." + name, false, Object.class.getClassLoader());
  }

  private static MethodHandle opened(Method method) throws IllegalAccessException {
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method);
  }

  /** Whether {@link #writable} can be called for a socket. */
  static boolean polls(SocketChannel socket) {
    return POLL != null && socket.provider() == SelectorProvider.provider();
  }

  /**
   * Whether a socket can be written to now, or is broken, by one system call. While it is closed
   * the answer may be that of another one, which harms nobody: the write then fails.
   *
   * @throws IOException if it is closed
   */
  static boolean writable(SocketChannel socket) throws IOException {
    MethodHandle poll = POLL;
    if (!socket.isOpen()) {
      throw new ClosedChannelException();
    }
    try {
      return poll != null && (int) poll.invokeExact(socket, POLLOUT, 0L) != 0;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }
}
