package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.MixedSample.Latency;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Percentiles of small responses at a fixed rate, by number of slow clients beside them. */
final class MixedTable {
  private static final List<Figure<Latency>> LATENCIES =
      List.of(
          new Figure<>("Latency, p50, ms", 2, Latency::p50),
          new Figure<>("Latency, p99, ms", 2, Latency::p99),
          new Figure<>("Latency, p99.9, ms", 2, Latency::p999));

  private static final List<Figure<MixedSample>> COSTS =
      List.of(
          new Figure<>("CPU of the server, cores", 3, MixedSample::serverCores),
          new Figure<>(ServerProcess.MACHINE + ", cores", 3, MixedSample::machineCores),
          new Figure<>("Slow clients together, MB/s", 1, MixedSample::slowMegabytes),
          new Figure<>(
              "Requests without a whole response at the end, %", 1, MixedSample::unanswered),
          new Figure<>("Time until requests were sent, p99, ms", 2, MixedSample::sentMillis));

  private final Grid<Latency> latencies;
  private final Grid<MixedSample> costs;

  /**
   * A table without samples.
   *
   * @param slowClients numbers of them
   */
  MixedTable(List<Contestant> contestants, List<Integer> slowClients) {
    latencies =
        Grid.of(
            contestants,
            slowClients.stream()
                .flatMap(n -> MixedClients.targets().stream().map(target -> title(target, n)))
                .toList());
    costs = Grid.of(contestants, slowClients.stream().map(MixedTable::title).toList());
  }

  private static String title(int slowClients) {
    return slowClients == 0 ? "alone" : "beside " + slowClients;
  }

  private static String title(String target, int slowClients) {
    return target + " " + title(slowClients);
  }

  void add(Contestant contestant, int slowClients, MixedSample sample) {
    List<String> targets = MixedClients.targets();
    for (int i = 0; i < targets.size(); i++) {
      latencies.add(contestant.name(), title(targets.get(i), slowClients), sample.latency(i));
    }
    costs.add(contestant.name(), title(slowClients), sample);
  }

  String report() {
    return Stream.concat(
            LATENCIES.stream().map(figure -> latencies.table(figure, " (median)")),
            COSTS.stream().map(figure -> costs.table(figure, " (median)")))
        .collect(Collectors.joining());
  }
}
