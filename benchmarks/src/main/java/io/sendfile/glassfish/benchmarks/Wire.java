package io.sendfile.glassfish.benchmarks;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;

/**
 * How requests reach a server, with the load that {@code h2load} makes there.
 *
 * @param title as shown in the tables
 * @param secure whether by TLS, on the contestant's second port
 * @param version of HTTP
 * @param connections kept alive
 * @param streams requests under way on each of them at once
 */
record Wire(
    String title, boolean secure, HttpClient.Version version, int connections, int streams) {
  /** As 2007's {@code ab -k -c600}. */
  static final Wire CLEAR = new Wire("clear HTTP/1.1", false, HttpClient.Version.HTTP_1_1, 600, 1);

  static final Wire TLS = new Wire("TLS", true, HttpClient.Version.HTTP_1_1, 60, 1);

  static final Wire HTTP2 = new Wire("HTTP/2", true, HttpClient.Version.HTTP_2, 60, 10);

  /** The same with fewer requests under way, for large files. */
  Wire with(int fewerConnections, int fewerStreams) {
    return new Wire(title, secure, version, fewerConnections, fewerStreams);
  }

  URI uri(Contestant contestant, BenchFile file) {
    int port = contestant.ports().get(secure ? 1 : 0);
    return URI.create(
        (secure ? "https" : "http") + "://localhost:" + port + contestant.target(file));
  }

  /** The options of {@code h2load} that make it speak so. */
  List<String> options() {
    List<String> load = List.of("-c", "" + connections, "-m", "" + streams);
    return version == HttpClient.Version.HTTP_2
        ? load
        : List.of("--h1", load.get(0), load.get(1), load.get(2), load.get(3));
  }
}
