package io.sendfile.glassfish.benchmarks;

import java.net.URI;
import java.util.List;

/**
 * Connections to a server, with the load that {@code h2load} makes over them.
 *
 * @param title as shown in the tables
 * @param protocol spoken; by TLS on the contestant's second port
 * @param connections kept alive
 * @param streams requests under way on each of them at once
 */
record Wire(String title, Protocol protocol, int connections, int streams) {
  /** Like 2007's {@code ab -k -c600}. */
  static final Wire CLEAR = new Wire("clear HTTP/1.1", Protocol.CLEAR, 600, 1);

  static final Wire TLS = new Wire("TLS", Protocol.TLS_1, 60, 1);

  static final Wire HTTP2 = new Wire("HTTP/2", Protocol.TLS_2, 60, 10);

  /** Fewer requests under way, for large files. */
  Wire with(int fewerConnections, int fewerStreams) {
    return new Wire(title, protocol, fewerConnections, fewerStreams);
  }

  URI uri(Contestant contestant, BenchFile file) {
    int port = contestant.ports().get(protocol == Protocol.CLEAR ? 0 : 1);
    return protocol.uri(port, contestant.target(file));
  }

  /** Options of {@code h2load} for them. */
  List<String> options() {
    List<String> load = List.of("-c", "" + connections, "-m", "" + streams);
    return protocol == Protocol.TLS_2
        ? load
        : List.of("--h1", load.get(0), load.get(1), load.get(2), load.get(3));
  }
}
