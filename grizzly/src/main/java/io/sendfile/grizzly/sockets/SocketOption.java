package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Options of Linux for single sockets that Java has no names for (socket(7), tcp(7)), set by a
 * {@link NetCall}; where there is none nothing is set. Thread-safe.
 */
public enum SocketOption {
  /** TCP_NOTSENT_LOWAT: unsent bytes at which a socket counts as full; 0 = the system's. */
  UNSENT_BYTES(6, 25),
  /** SO_MAX_PACING_RATE: bytes per second, unsigned; -1 = any. */
  PACING_RATE(1, 47),
  /** SO_BUF_LOCK: 0 has the kernel fit the sizes of the buffers again; since Linux 5.14. */
  BUFFER_LOCK(1, 72);

  /** Sets an option: socket, level, name, value. */
  private static final @Nullable MethodHandle SET = find();

  /** The kernel's number of the protocol. */
  private final int level;

  /** The kernel's number of the option; both are alike on all processors of a JDK for Linux. */
  private final int number;

  SocketOption(int level, int number) {
    this.level = level;
    this.number = number;
  }

  private static @Nullable MethodHandle find() {
    MethodHandle set =
        NetCall.find(
            "setIntOption0", boolean.class, int.class, int.class, int.class, boolean.class);
    // The two flags are for other options: they translate names, and options of IPv6.
    return set == null
        ? null
        : MethodHandles.insertArguments(MethodHandles.insertArguments(set, 5, false), 1, false);
  }

  /** Whether they can be set. */
  public static boolean areAvailable() {
    return SET != null;
  }

  /** Whether they can be set, and if not, the remedy; for administrators. */
  public static String state() {
    return state(areAvailable(), NetCall.SYSTEM_HAS_THEM);
  }

  static String state(boolean available, boolean systemHasThem) {
    if (available) {
      return "on";
    }
    String effect = "off: rates are kept in bursts, and unsent-bytes has no effect, as ";
    return systemHasThem
        ? effect
            + "the JVM does not open a package to the module: start it with "
            + NetCall.JVM_OPTION
        : effect + "this needs Linux 4.13 or newer";
  }

  /**
   * Sets it for an open socket, which is registered, so that its descriptor is not given to another
   * client meanwhile.
   *
   * @return false if that was not possible: everything then goes on without it
   */
  boolean set(SelectionKey key, int value) throws IOException {
    MethodHandle call = SET;
    if (call == null) {
      return false;
    }
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
