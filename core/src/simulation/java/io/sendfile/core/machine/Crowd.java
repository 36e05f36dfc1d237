package io.sendfile.core.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A crowd of clients of one server.
 *
 * @param readers clients that read
 * @param bytesPerSecond rate of each reader
 * @param stalled clients that fill their socket and read nothing
 * @param trickling clients that read one byte a second
 * @param seconds virtual time; clients arrive in the first second, and bytes count after it
 */
record Crowd(int readers, double bytesPerSecond, int stalled, int trickling, int seconds) {
  static final int PROCESSORS = 2;
  static final int WORKERS = 2 * PROCESSORS;

  /** Rate of an unhindered client on loopback. */
  static final double FAST = 1e9;

  static final double SLOW = 1e6;

  private static final long SOCKET_BYTES = 2 << 20;
  private static final long RAMP_NANOS = 1_000_000_000L;

  /**
   * Result of a run.
   *
   * @param initMillis mean time to first byte, ms; waiting clients count with their time so far
   * @param megabytesPerSecond received by all clients together
   * @param fairness Jain's index of the bytes per reading client: 1 when all got the same, 1/n when
   *     one got all
   * @param wakeUpsPerMegabyte number of waits for a socket per megabyte
   */
  record Figures(
      double initMillis, double megabytesPerSecond, double fairness, double wakeUpsPerMegabyte) {}

  /** Runs with a built-in algorithm. */
  Figures with(String algorithm) {
    World world = new World(0, null);
    Processors processors = new Processors(world, PROCESSORS);
    CrowdServer server = CrowdServer.of(world, processors, algorithm, new Disk(processors, 0));
    List<Client> bad = new ArrayList<>();
    bad.addAll(clients(processors, server, stalled, 0));
    bad.addAll(clients(processors, server, trickling, 1));
    List<Client> good = clients(processors, server, readers, bytesPerSecond);
    bad.forEach(Client::ask);
    for (int i = 0; i < good.size(); i++) {
      processors.at(i * RAMP_NANOS / good.size(), good.get(i)::ask);
    }
    processors.at(RAMP_NANOS, () -> good.forEach(Client::count));
    server.runUntil(seconds * 1_000_000_000L);
    return figures(server, good);
  }

  private static List<Client> clients(
      Processors processors, CrowdServer server, int number, double bytesPerSecond) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Socket socket = new Socket(processors, SOCKET_BYTES, bytesPerSecond);
      clients.add(Client.of(processors, server, socket, i, false));
    }
    return clients;
  }

  private Figures figures(CrowdServer server, List<Client> clients) {
    List<Long> inits = new ArrayList<>();
    double sum = 0;
    double squares = 0;
    for (Client client : clients) {
      inits.addAll(client.initNanos());
      double bytes = client.received();
      sum += bytes;
      squares += bytes * bytes;
    }
    Collections.sort(inits);
    double mean = inits.stream().mapToLong(Long::longValue).average().orElse(0);
    return new Figures(
        mean / 1e6,
        sum / 1e6 / (seconds - RAMP_NANOS / 1e9),
        squares == 0 ? 0 : sum * sum / (clients.size() * squares),
        sum == 0 ? 0 : server.wakeUps() / (sum / 1e6));
  }
}
