package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this run, all on the loopback interface. */
final class Ports {
  static final String HTTP = "scenario.port.http";
  static final String HTTPS = "scenario.port.https";
  static final String ADMIN = "scenario.port.admin";
  static final String PROBE = "scenario.port.probe";
  static final String UNITED = "scenario.port.united";

  /** Below the range from which systems take the ports of clients. */
  private static final int FIRST = 24_000;

  private static final int COUNT = 1_000;

  /** Runs that start at the same moment look in different places. */
  private static int next = (int) (ProcessHandle.current().pid() % (COUNT / 40)) * 40;

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

  /** A port nobody listens on, never given before in this run. */
  static synchronized int free() throws IOException {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + next++ % COUNT;
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody else's.
      }
    }
    throw new IOException("no free port from " + FIRST + " on");
  }

  /** The first of so many free ports side by side. */
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
