package io.sendfile.grizzly.sockets;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Options of Linux for single sockets that Java has no names for (socket(7), tcp(7)). They are set
 * through internal classes of the JDK, in a package that a JVM option opens. Without that option,
 * with unknown classes (known: JDK 17 to 25) or on other systems nothing is set. Thread-safe.
 */
public enum SocketOption {
  /** TCP_NOTSENT_LOWAT: unsent bytes at which a socket counts as full; 0 = the system's. */
  UNSENT_BYTES(6, 25),
  /** SO_MAX_PACING_RATE: bytes per second, unsigned; -1 = any. */
  PACING_RATE(1, 47),
  /** SO_BUF_LOCK: 0 has the kernel fit the sizes of the buffers again; since Linux 5.14. */
  BUFFER_LOCK(1, 72);

  /** The JVM option they need. */
  private static final String JVM_OPTION = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final boolean SYSTEM_HAS_THEM =
      isKnown(System.getProperty("os.name", ""), System.getProperty("os.version", ""));

  /** Sets an option: socket, level, name, value. */
  private static final @Nullable MethodHandle SET = SYSTEM_HAS_THEM ? find() : null;

  /** The kernel's number of the protocol. */
  private final int level;

  /** The kernel's number of the option; both are alike on all processors of a JDK for Linux. */
  private final int number;

  SocketOption(int level, int number) {
    this.level = level;
    this.number = number;
  }

  /** TCP paces its segments by itself, without a queueing discipline, since Linux 4.13. */
  static boolean isKnown(String system, String version) {
    Matcher numbers = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*").matcher(version);
    if (!system.equals("Linux") || !numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    return major > 4 || (major == 4 && Integer.parseInt(numbers.group(2)) >= 13);
  }

  private static @Nullable MethodHandle find() {
    try {
      MethodHandle descriptorOf = opened(jdkClass("SelChImpl").getDeclaredMethod("getFD"));
      MethodHandle set =
          opened(
              jdkClass("Net")
                  .getDeclaredMethod(
                      "setIntOption0",
                      FileDescriptor.class,
                      boolean.class,
                      int.class,
                      int.class,
                      int.class,
                      boolean.class));
      // The two flags are for other options: they translate names, and options of IPv6.
      MethodHandle plain =
          MethodHandles.insertArguments(MethodHandles.insertArguments(set, 5, false), 1, false);
      MethodType ofSocket = MethodType.methodType(FileDescriptor.class, SocketChannel.class);
      return MethodHandles.filterArguments(plain, 0, descriptorOf.asType(ofSocket));
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

  /** Whether they can be set. */
  public static boolean areAvailable() {
    return SET != null;
  }

  /** Whether they can be set, and if not, the remedy; for administrators. */
  public static String state() {
    return state(areAvailable(), SYSTEM_HAS_THEM);
  }

  static String state(boolean available, boolean systemHasThem) {
    if (available) {
      return "on";
    }
    String effect = "off: rates are kept in bursts, and unsent-bytes has no effect, as ";
    return systemHasThem
        ? effect + "the JVM does not open a package to the module: start it with " + JVM_OPTION
        : effect + "this needs Linux 4.13 or newer";
  }

  /**
   * Sets it for an open socket.
   *
   * @return false if that was not possible: everything then goes on without it
   */
  boolean set(PolledSocket socket, int value) {
    MethodHandle call = SET;
    if (call == null) {
      return false;
    }
    try {
      // Registered, so that its descriptor is not given to another client meanwhile.
      return socket.registered(key -> set(call, key, value));
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> this + " could not be set");
      return false;
    }
  }

  private boolean set(MethodHandle call, SelectionKey key, int value) throws IOException {
    try {
      call.invokeExact((SocketChannel) key.channel(), level, number, value);
      return true;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }
}
