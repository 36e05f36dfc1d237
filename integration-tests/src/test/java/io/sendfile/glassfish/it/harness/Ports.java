package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** Ports of this run, all on the loopback interface. */
final class Ports {
  static final String HTTP = "scenario.port.http";
  static final String HTTPS = "scenario.port.https";
  static final String ADMIN = "scenario.port.admin";
  static final String PROBE = "scenario.port.probe";
  static final String UNITED = "scenario.port.united";

  /** Below the range that systems use for ports of clients. */
  private static final int FIRST = 22_000;

  private static final int BLOCKS = 20;
  private static final int BLOCK_SIZE = 500;

  /** The first port of this run's block. It stays bound, only to keep other runs away. */
  private static @Nullable ServerSocket block;

  private static int next;

  private Ports() {}

  /** Sets the system properties above, which {@code arquillian.xml} refers to. */
  static void choose() throws IOException {
    for (String name : new String[] {HTTP, HTTPS, ADMIN, PROBE, UNITED}) {
      System.setProperty(name, Integer.toString(free()));
    }
  }

  static int of(String name) {
    return Integer.getInteger(name);
  }

  /** A free port; reused only after all others of the block. */
  static synchronized int free() throws IOException {
    if (block == null) {
      block = takeBlock();
    }
    for (int tries = 1; tries < BLOCK_SIZE; tries++) {
      int port = block.getLocalPort() + 1 + next++ % (BLOCK_SIZE - 1);
      ServerSocket socket = bind(port);
      if (socket != null) {
        socket.close();
        return port;
      }
    }
    throw new IOException("no free port from " + block.getLocalPort() + " on");
  }

  private static ServerSocket takeBlock() throws IOException {
    for (int i = 0; i < BLOCKS; i++) {
      ServerSocket taken = bind(FIRST + i * BLOCK_SIZE);
      if (taken != null) {
        return taken;
      }
    }
    throw new IOException("%d runs at once, from port %d on".formatted(BLOCKS, FIRST));
  }

  /** Null if it is taken. */
  private static @Nullable ServerSocket bind(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (BindException e) {
      return null;
    }
  }

  /** The first of that many free ports in a row. */
  static synchronized int free(int count) throws IOException {
    int first = free();
    for (int last = first; last < first + count - 1; ) {
      int port = free();
      if (port != last + 1) {
        first = port;
      }
      last = port;
    }
    return first;
  }
}
