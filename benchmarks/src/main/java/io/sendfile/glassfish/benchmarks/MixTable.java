package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.MixClients.Load;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of 2009: many clients, files of all sizes, init time, speed and total. */
final class MixTable {
  private static final int WARM_UPS = 4;
  private static final Load SMALL_FILES = new Load(20, 0, Network.LOOPBACK, Congestion.SYSTEM);

  private static final List<String> TIMES = List.of("fresh server", "again");

  static final List<BenchFile> FILES =
      List.of(
          BenchFile.kilobytes(1),
          BenchFile.kilobytes(200),
          BenchFile.kilobytes(500),
          BenchFile.megabytes(1),
          BenchFile.megabytes(20),
          BenchFile.megabytes(100));

  private static final List<Figure<MixSample>> FIGURES =
      List.of(
          new Figure<>("Init time, mean, s", 3, MixSample::initSeconds),
          new Figure<>("Init time, p50, ms", 1, sample -> sample.initMillis("p50")),
          new Figure<>("Init time, p99, ms", 1, sample -> sample.initMillis("p99")),
          new Figure<>("Speed of one client in the 100 MB file, MB/s", 2, MixSample::speed),
          new Figure<>("Total, MB/s", 1, MixSample::total),
          new Figure<>("CPU of the server, s per GB", 3, MixSample::cpuSecondsPerGigabyte),
          new Figure<>(
              "CPU of the server without the JVM's compilers, s per GB",
              3,
              MixSample::compiledCpuSecondsPerGigabyte),
          new Figure<>(
              ServerProcess.MACHINE + ", s per GB", 3, MixSample::machineSecondsPerGigabyte),
          new Figure<>(
              "Memory of the kernel for the server's connections, MB",
              0,
              sample -> sample.memory().megabytes()),
          calls("System calls of the server, each MB", SystemCalls.ALL),
          calls("… sendfile(2)", SystemCalls.SENDFILE),
          calls("… epoll_wait(2)", SystemCalls.EPOLL_WAIT),
          calls("… epoll_ctl(2)", SystemCalls.EPOLL_CTL),
          calls("… futex(2)", SystemCalls.FUTEX),
          calls("Changes of threads, each MB", SystemCalls.SWITCHES),
          new Figure<>("`/hello` beside it, p50, ms", 2, sample -> sample.helloMillis("p50")),
          new Figure<>("`/hello` beside it, p99, ms", 2, sample -> sample.helloMillis("p99")),
          new Figure<>("Fairness (Jain's index of the clients' bytes)", 3, MixSample::fairness),
          new Figure<>("Without a byte at the end, or answered 503", 0, MixSample::unserved),
          new Figure<>("Threads of the server", 0, sample -> sample.server().threads()),
          new Figure<>(
              "Memory of the server (RSS), MB", 0, sample -> sample.server().rssMegabytes()));

  private final List<Contestant> contestants;
  private final List<Load> fresh;
  private final List<Load> loads;
  private final Random random;
  private final Consumer<String> progress;
  private final Grid<MixSample> grid;

  /**
   * A table without samples.
   *
   * @param fresh loads of fresh servers, each twice in succession
   * @param loads of warm servers, the heaviest last
   * @param columns titles of the columns that are measured have this in them
   * @param random order of contestants
   */
  MixTable(
      List<Contestant> contestants,
      List<Load> fresh,
      List<Load> loads,
      Pattern columns,
      Random random,
      Consumer<String> progress) {
    this.contestants = contestants;
    this.random = random;
    this.progress = progress;
    this.fresh =
        fresh.stream()
            .filter(load -> TIMES.stream().anyMatch(time -> has(columns, title(load, time))))
            .toList();
    this.loads = loads.stream().filter(load -> has(columns, load.title())).toList();
    if (this.loads.isEmpty()) {
      throw new IllegalArgumentException(
          "No column of warm servers has '%s': %s"
              .formatted(columns, loads.stream().map(Load::title).toList()));
    }
    grid =
        Grid.of(
            contestants,
            Stream.concat(
                    this.fresh.stream()
                        .flatMap(load -> TIMES.stream().map(time -> title(load, time))),
                    this.loads.stream().map(Load::title))
                .toList());
  }

  private static Figure<MixSample> calls(String title, String event) {
    return new Figure<>(title, 2, sample -> sample.callsPerMegabyte(event));
  }

  private static boolean has(Pattern columns, String title) {
    return columns.matcher(title).find();
  }

  private static String title(Load load, String time) {
    return load.title() + ", " + time;
  }

  /**
   * Servers in Java compile their hot code first; on one core beside their work that takes most of
   * a minute. Many requests of small files come first, since at 1 MB/s there are few in a second.
   * Then the last load, the heaviest, since it runs other code and has some of it compiled anew.
   */
  void warmUp(MixClients client, Asadmin asadmin) {
    for (Contestant contestant : contestants) {
      asadmin.set(contestant.settings());
      for (int i = 1; i <= WARM_UPS; i++) {
        double total = client.runAtOnce(contestant, SMALL_FILES, FILES.subList(0, 4), i).total();
        progress.accept("warmed up %s at %.1f MB/s".formatted(contestant.name(), total));
      }
      WarmUp.untilCompilersRest(
          contestant, () -> client.runAtOnce(contestant, heaviest(), FILES, 0), progress);
    }
  }

  private Load heaviest() {
    return loads.get(loads.size() - 1);
  }

  /** Contestants that nobody has asked for anything, in random order, once per round. */
  void measureFresh(MixClients client, FreshServers servers, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      for (Load load : fresh) {
        for (Contestant contestant : Contestant.shuffled(contestants, random)) {
          servers.restart(contestant);
          for (String time : TIMES) {
            add(contestant, title(load, time), client.runAtOnce(contestant, load, FILES, seed()));
          }
        }
      }
    }
  }

  /** Every contestant under every load, in random order, once per round. */
  void measure(MixClients client, Asadmin asadmin, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      for (Load load : loads) {
        for (Contestant contestant : Contestant.shuffled(contestants, random)) {
          asadmin.set(contestant.settings());
          add(contestant, load.title(), client.run(contestant, load, FILES, seed()));
        }
      }
    }
  }

  private int seed() {
    return random.nextInt(1 << 20);
  }

  private void add(Contestant contestant, String column, MixSample sample) {
    grid.add(contestant.name(), column, sample);
    progress.accept(
        "%s clients, %s: %.1f MB/s".formatted(column, contestant.name(), sample.total()));
  }

  String report() {
    return FIGURES.stream()
        .map(figure -> grid.table(figure, " (median; clients →)"))
        .collect(Collectors.joining());
  }
}
