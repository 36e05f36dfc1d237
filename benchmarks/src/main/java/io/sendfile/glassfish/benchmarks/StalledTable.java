package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.StalledSample.View;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Measures servers with thousands of clients that requested a large file and stopped reading. */
final class StalledTable {
  static final BenchFile LARGE = BenchFile.gigabytes(1);
  static final BenchFile SMALL = BenchFile.kilobytes(2);

  /**
   * Receive buffer. The kernel doubles it, and it then takes a few KB: the rest stays with the
   * server.
   */
  private static final int RECEIVE_BUFFER = 4096;

  private static final int WARM_UP = 2000;
  private static final String NONE = "none";
  private static final String APPLICATION = "/sample/";

  /** Fresh requests. */
  enum Probe {
    FILE("a file of 2 KB"),
    HELLO("`/hello`");

    private final String title;

    Probe(String title) {
      this.title = title;
    }
  }

  private final List<String> client;
  private final int probes;
  private final List<Contestant> contestants;
  private final List<Integer> clients;
  private final Grid<StalledSample> growth;
  private final Grid<View> views;

  /**
   * @param client command of {@code crowd}
   * @param probes fresh requests of each kind
   * @param clients numbers of clients, in ascending order
   */
  StalledTable(
      List<String> client, int probes, List<Contestant> contestants, List<Integer> clients) {
    this.client = client;
    this.probes = probes;
    this.contestants = contestants;
    this.clients = clients;
    List<String> names = contestants.stream().map(Contestant::name).toList();
    List<String> columns = clients.stream().map(StalledTable::title).toList();
    this.growth = new Grid<>(names, columns);
    this.views = new Grid<>(names, Stream.concat(Stream.of(NONE), columns.stream()).toList());
  }

  private static String title(int clients) {
    return clients + " clients";
  }

  /**
   * Each contestant alone, then with more and more clients; growth of memory counts from the first.
   */
  void measure(int rounds, Consumer<String> progress) {
    Map<Contestant, View> alone = new LinkedHashMap<>();
    for (Contestant contestant : contestants) {
      progress.accept("warming up " + contestant.name());
      try (Crowd nobody = gather(contestant, 0)) {
        targets(contestant).values().forEach(target -> nobody.probe(WARM_UP, target));
        View view = view(contestant).with(fresh(contestant, nobody));
        alone.put(contestant, view);
        views.add(contestant.name(), NONE, view);
      }
    }
    for (int round = 1; round <= rounds; round++) {
      for (int number : clients) {
        progress.accept("round %d of %d, %s".formatted(round, rounds, title(number)));
        alone.forEach((contestant, before) -> measure(contestant, before, number));
      }
    }
  }

  private void measure(Contestant contestant, View first, int number) {
    View before = view(contestant);
    try (Crowd crowd = gather(contestant, number)) {
      View with = view(contestant).with(fresh(contestant, crowd));
      views.add(contestant.name(), title(number), with);
      growth.add(contestant.name(), title(number), new StalledSample(number, first, before, with));
    }
  }

  private Crowd gather(Contestant contestant, int number) {
    return Crowd.gather(
        client, contestant.port(), contestant.target(LARGE), number, RECEIVE_BUFFER);
  }

  private static View view(Contestant contestant) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    LiveHeap heap = LiveHeap.of(server);
    return new View(server.state(), heap, Map.of());
  }

  private Map<Probe, Map<String, Double>> fresh(Contestant contestant, Crowd crowd) {
    Map<Probe, Map<String, Double>> fresh = new EnumMap<>(Probe.class);
    targets(contestant).forEach((probe, target) -> fresh.put(probe, crowd.probe(probes, target)));
    return fresh;
  }

  /** All GlassFish contestants get the same fresh requests, whatever their clients wait for. */
  private static Map<Probe, String> targets(Contestant contestant) {
    return contestant.prefix().startsWith(APPLICATION)
        ? Map.of(
            Probe.FILE,
            APPLICATION + "send?value=files:" + SMALL.name(),
            Probe.HELLO,
            APPLICATION + "hello")
        : Map.of(Probe.FILE, contestant.target(SMALL));
  }

  String report() {
    StringBuilder text = new StringBuilder();
    text.append(
        growth.table("Live heap, KB per client", 2, StalledSample::heapKilobytes)
            + growth.table(
                "Live heap in objects of this project's classes, KB per client",
                2,
                StalledSample::ownKilobytes)
            + growth.table(
                "Memory of the process (RSS), KB per client", 1, StalledSample::rssKilobytes)
            + views.table("Memory of the process (RSS), MB", 0, view -> view.state().rssMegabytes())
            + views.table("Threads", 0, view -> view.state().threads())
            + views.table("Descriptors", 0, view -> view.state().descriptors())
            + growth.table("Descriptors per client", 2, StalledSample::descriptors));
    for (Probe probe : Probe.values()) {
      for (String quantile : List.of("p50", "p99")) {
        String title = "Fresh request for " + probe.title + ", " + quantile + ", ms";
        text.append(views.table(title, 2, view -> view.freshMillis(probe, quantile)));
      }
    }
    return text.toString();
  }
}
