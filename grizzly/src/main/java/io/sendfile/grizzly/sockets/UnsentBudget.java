package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Memory of the kernel for the unsent bytes of all sockets whose bound follows the rate of their
 * client: a quarter of what the kernel gives to TCP without any pressure. When more is asked for,
 * each socket gets an equal part. Thread-safe.
 */
final class UnsentBudget {
  /** Low, pressure and high, in pages (tcp(7)). */
  private static final Path LIMITS = Path.of("/proc/sys/net/ipv4/tcp_mem");

  private static final long PAGE = 4096;
  private static final int PART = 4;

  /** Where the kernel's limits cannot be read. */
  private static final long OTHERWISE = 256L << 20;

  /** The sockets of one process, as the kernel's limits are for the whole machine. */
  static final UnsentBudget OF_THIS_PROCESS = new UnsentBudget(ofTheKernel());

  private final long most;
  private long held;
  private int sockets;

  /**
   * @param most bytes
   */
  UnsentBudget(long most) {
    this.most = most;
  }

  private static long ofTheKernel() {
    try (Scanner limits = new Scanner(LIMITS, StandardCharsets.US_ASCII)) {
      return limits.nextLong() * PAGE / PART;
    } catch (IOException | RuntimeException e) {
      Logger.getLogger("io.sendfile.glassfish.grizzly")
          .log(Level.FINE, e, () -> "no limits of TCP's memory: " + LIMITS);
      return OTHERWISE;
    }
  }

  /**
   * Changes the bound of a socket.
   *
   * @param from the bound before; 0 for one that joins
   * @param wanted the bound wanted, at least {@link UnsentBound#LEAST}; 0 for one that leaves
   * @return the bound that it gets, at most that
   */
  synchronized int change(int from, int wanted) {
    sockets += (from == 0 ? 1 : 0) - (wanted == 0 ? 1 : 0);
    int granted = wanted;
    if (wanted > 0 && held - from + wanted > most) {
      long share = Long.highestOneBit(most / sockets);
      granted = (int) Math.min(wanted, Math.max(UnsentBound.LEAST, share));
    }
    held += granted - from;
    return granted;
  }

  /** Whether the sockets have more together, as each has what it was once given. */
  synchronized boolean isExceeded() {
    return held > most;
  }
}
