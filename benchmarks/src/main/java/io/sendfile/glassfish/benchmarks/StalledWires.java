package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures the heap per stalled client of this project, by kind of connection: the growth from a
 * number of clients to three times that number, which leaves out all that the server keeps anyway,
 * less the growth by as many idle connections of the same kind.
 */
final class StalledWires {
  private static final List<StalledWire> WIRES =
      List.of(StalledWire.CLEAR, StalledWire.TLS, StalledWire.STREAM, StalledWire.MANY_STREAMS);

  private static final String STALLED = "stalled client";
  private static final String IDLE = "idle connection";
  private static final String BEYOND = "beyond an idle connection";
  private static final int RECEIVE_BUFFER = 4096;

  /** CPU within a second of an idle server: its timers and its monitoring. */
  private static final double IDLE_CPU_SECONDS = 0.05;

  private final ServerProcess server;
  private final Contestant contestant;
  private final int clients;
  private final Grid<Double> grid;

  /**
   * @param contestant with the port of clear HTTP and that of TLS
   * @param clients of the smaller crowd
   */
  StalledWires(Contestant contestant, int clients) {
    this.contestant = contestant;
    this.clients = clients;
    this.server = ServerProcess.listeningOn(contestant.ports());
    this.grid =
        new Grid<>(List.of(STALLED, IDLE, BEYOND), WIRES.stream().map(StalledWire::title).toList());
  }

  void measure(int rounds, Consumer<String> progress) {
    for (int round = 1; round <= rounds; round++) {
      for (StalledWire wire : WIRES) {
        progress.accept("heap by wire, round %d of %d, %s".formatted(round, rounds, wire.title()));
        double stalled = growth(wire, contestant.target(StalledTable.LARGE));
        double idle = growth(wire.asIdle(), contestant.hello());
        double each = idle * wire.connections(2 * clients) / (2 * clients);
        grid.add(STALLED, wire.title(), stalled);
        grid.add(IDLE, wire.title(), idle);
        grid.add(BEYOND, wire.title(), stalled - each);
      }
    }
  }

  /** KiB of each stalled client, or of each idle connection. */
  private double growth(StalledWire wire, String target) {
    StalledPeers few = gather(wire, target, clients);
    settle();
    double before = LiveHeap.of(server).bytes();
    StalledPeers more = gather(wire, target, 2 * clients);
    settle();
    double grown = LiveHeap.of(server).bytes() - before;
    more.close();
    few.close();
    return grown / 1024 / (wire.idle() ? wire.connections(2 * clients) : 2 * clients);
  }

  /** Waits until the send buffers are full, and the server idles. */
  private void settle() {
    double before;
    double now = server.cpuSeconds();
    do {
      before = now;
      ServerProcess.pause(Duration.ofSeconds(1));
      now = server.cpuSeconds();
    } while (now - before > IDLE_CPU_SECONDS);
  }

  private StalledPeers gather(StalledWire wire, String target, int number) {
    int port = contestant.ports().get(wire.tls() ? 1 : 0);
    return StalledPeers.gather(wire, port, target, number, RECEIVE_BUFFER);
  }

  String report() {
    return grid.table("Live heap by wire, KiB", 1, kibibytes -> kibibytes);
  }
}
