package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Measures the cost of more transfers at a time at the same total rate. */
final class GrowthClients {
  static final BenchFile FILE = BenchFile.gigabytes(1);

  /** Total rate; slow enough for the slowest contestant on one core. */
  static final long BYTES_PER_SECOND = 100_000_000;

  /** Large enough for one read of a client. */
  private static final int RECEIVE_BUFFER = 1 << 14;

  private static final int WARMING_CLIENTS = 200;
  private static final Duration WARM_UP = Duration.ofSeconds(8);

  /** Time after which all sockets are as full as they will be, each at another moment. */
  private static final Duration SETTLE = Duration.ofSeconds(6);

  private final List<String> client;
  private final List<Contestant> contestants;
  private final List<Integer> clients;
  private final Duration time;
  private final Grid<Cost> grid;

  /**
   * @param client command of {@code crowd}
   * @param clients numbers of clients
   * @param time of each of both parts of one measurement
   */
  GrowthClients(
      List<String> client, List<Contestant> contestants, List<Integer> clients, Duration time) {
    this.client = client;
    this.contestants = contestants;
    this.clients = clients;
    this.time = time;
    this.grid = Grid.of(contestants, clients.stream().map(String::valueOf).toList());
  }

  /** With many clients, which come, read and leave. */
  void warmUp(Consumer<String> progress) {
    for (Contestant contestant : contestants) {
      WarmUp.untilCompilersRest(
          contestant,
          () -> {
            try (Crowd crowd = gather(contestant, WARMING_CLIENTS)) {
              crowd.read(WARM_UP, BYTES_PER_SECOND);
            }
          },
          progress);
    }
  }

  /** One round, contestants in random order. */
  void measure(Random random, Consumer<String> progress) {
    for (int number : clients) {
      progress.accept(number + " clients");
      for (Contestant contestant : Contestant.shuffled(contestants, random)) {
        grid.add(contestant.name(), number + "", measure(contestant, number));
      }
    }
  }

  private Cost measure(Contestant contestant, int number) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    try (Crowd crowd = gather(contestant, number)) {
      crowd.read(SETTLE, BYTES_PER_SECOND);
      server.awaitRest();
      double begin = server.cpuSeconds();
      ServerProcess.pause(time);
      double waited = server.cpuSeconds();
      Map<String, Double> read = crowd.read(time, BYTES_PER_SECOND);
      return new Cost(waited - begin, server.cpuSeconds() - waited, time, read);
    }
  }

  private Crowd gather(Contestant contestant, int number) {
    return Crowd.gather(client, contestant.port(), contestant.target(FILE), number, RECEIVE_BUFFER);
  }

  Grid<Cost> grid() {
    return grid;
  }

  /**
   * Cost of a number of transfers to the server.
   *
   * @param idleSeconds its CPU time while nobody read
   * @param busySeconds its CPU time while all read
   * @param time of each part
   * @param read report of {@code crowd} on the reading
   */
  record Cost(double idleSeconds, double busySeconds, Duration time, Map<String, Double> read) {
    /** CPU while nobody reads, 10^-3 seconds per second. */
    double idleMillisPerSecond() {
      return idleSeconds * 1e6 / time.toMillis();
    }

    /** CPU seconds per 10^9 bytes, beyond the server's cost while nobody reads. */
    double secondsPerGigabyte() {
      return (busySeconds - idleSeconds) * 1e9 / bytes();
    }

    /** 10^6 bytes per second received by all clients. */
    double megabytesPerSecond() {
      return bytes() / read.getOrDefault("micros", Double.NaN);
    }

    private double bytes() {
      return read.getOrDefault("bytes", Double.NaN);
    }
  }
}
