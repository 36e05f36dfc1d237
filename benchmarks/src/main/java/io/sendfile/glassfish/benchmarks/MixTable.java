package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.MixClients.Load;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The tables of 2009: many clients, files of all sizes, init time, speed and total. */
final class MixTable {
  private static final int WARM_UPS = 4;

  static final List<BenchFile> FILES =
      List.of(
          BenchFile.kilobytes(1),
          BenchFile.kilobytes(200),
          BenchFile.kilobytes(500),
          BenchFile.megabytes(1),
          BenchFile.megabytes(20),
          BenchFile.megabytes(100));

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("Init time, mean, s", 3, MixSample::initSeconds),
          new Figure("Init time, p50, ms", 1, sample -> sample.initMillis("p50")),
          new Figure("Init time, p99, ms", 1, sample -> sample.initMillis("p99")),
          new Figure("Speed of one client in the 100 MB file, MB/s", 2, MixSample::speed),
          new Figure("Total, MB/s", 1, MixSample::total),
          new Figure("CPU of the server, s per GB", 3, MixSample::cpuSecondsPerGigabyte),
          new Figure(
              "CPU of the server without the JVM's compilers, s per GB",
              3,
              MixSample::compiledCpuSecondsPerGigabyte),
          new Figure("`/hello` beside it, p50, ms", 2, sample -> sample.helloMillis("p50")),
          new Figure("`/hello` beside it, p99, ms", 2, sample -> sample.helloMillis("p99")),
          new Figure("Fairness (Jain's index of the clients' bytes)", 3, MixSample::fairness),
          new Figure("Without a byte at the end, or answered 503", 0, MixSample::unserved),
          new Figure("Threads of the server", 0, sample -> sample.server().threads()),
          new Figure(
              "Memory of the server (RSS), MB", 0, sample -> sample.server().rssMegabytes()));

  private final List<Contestant> contestants;
  private final List<Load> loads;
  private final Map<Contestant, Map<Load, List<MixSample>>> samples = new LinkedHashMap<>();

  MixTable(List<Contestant> contestants, List<Integer> clients, List<Long> rates) {
    this.contestants = contestants;
    loads =
        rates.stream()
            .flatMap(rate -> clients.stream().map(number -> new Load(number, rate)))
            .toList();
    contestants.forEach(contestant -> samples.put(contestant, new LinkedHashMap<>()));
  }

  /**
   * Servers in Java compile their hot code first; on one core beside their work that takes most of
   * a minute. Many requests of small files come first, since at 1 MB/s there are few in a second.
   * Then the last load, the heaviest, since it runs other code and has some of it compiled anew.
   */
  void warmUp(MixClients client, Asadmin asadmin, Consumer<String> progress) {
    for (Contestant contestant : contestants) {
      asadmin.set(contestant.settings());
      for (int i = 1; i <= WARM_UPS; i++) {
        double total = client.run(contestant, new Load(20, 0), FILES.subList(0, 4), i).total();
        progress.accept("warmed up %s at %.1f MB/s".formatted(contestant.name(), total));
      }
      WarmUp.untilCompilersRest(
          contestant, () -> client.run(contestant, heaviest(), FILES, 0), progress);
    }
  }

  private Load heaviest() {
    return loads.get(loads.size() - 1);
  }

  /** Every contestant under every load, in random order, once per round. */
  void measure(
      MixClients client, Asadmin asadmin, int rounds, Random random, Consumer<String> progress) {
    for (int round = 1; round <= rounds; round++) {
      for (Load load : loads) {
        List<Contestant> order = new ArrayList<>(contestants);
        Collections.shuffle(order, random);
        for (Contestant contestant : order) {
          asadmin.set(contestant.settings());
          MixSample sample = client.run(contestant, load, FILES, random.nextInt(1 << 20));
          samples(contestant, load).add(sample);
          progress.accept(
              "round %d of %d, %s clients, %s: %.1f MB/s"
                  .formatted(round, rounds, load.title(), contestant.name(), sample.total()));
        }
      }
    }
  }

  private List<MixSample> samples(Contestant contestant, Load load) {
    return samples.get(contestant).computeIfAbsent(load, l -> new ArrayList<>());
  }

  String report() {
    StringBuilder text = new StringBuilder();
    FIGURES.forEach(figure -> text.append(part(figure)));
    return text.toString();
  }

  private String part(Figure figure) {
    List<String> titles = loads.stream().map(Load::title).toList();
    List<List<String>> rows =
        contestants.stream().map(contestant -> row(figure, contestant)).toList();
    return Markdown.table(figure.title() + " (median; clients →)", titles, rows);
  }

  private List<String> row(Figure figure, Contestant contestant) {
    List<String> row = new ArrayList<>(List.of(contestant.name()));
    IntStream.range(0, loads.size())
        .mapToObj(i -> samples(contestant, loads.get(i)))
        .map(cell -> cell.stream().map(figure.value::applyAsDouble).toList())
        .map(cell -> Markdown.number(Statistics.median(cell), figure.decimals))
        .forEach(row::add);
    return row;
  }

  private record Figure(String title, int decimals, ToDoubleFunction<MixSample> value) {}
}
