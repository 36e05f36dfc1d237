package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads and figures of a table. A further table is one more constant here.
 *
 * @param name as given to {@code benchmarks/run-bench.sh}
 * @param protocols a part of the report each
 * @param columns the loads
 * @param warmUp time of warming up each contestant
 * @param time of one measurement
 * @param figures one part of the report each: the cost to the server, to the client, to both and to
 *     the machine come first, with ratios of all but the second of them
 */
record BenchTable(
    String name,
    List<Protocol> protocols,
    List<Column> columns,
    Duration warmUp,
    Duration time,
    List<Figure<Sample>> figures) {
  static final List<BenchFile> SMALL = List.of(BenchFile.kilobytes(2), BenchFile.kilobytes(14));

  /** Seconds; by less it would not be seen that compilers rest. */
  private static final int SHORTEST_WARM_UP = 10;

  private static final BenchFile LARGEST = BenchFile.megabytes(100);
  private static final Figure<Sample> TOTAL_PER_GIGABYTE =
      new Figure<>("CPU of server and client, s per GB", 3, Sample::totalCpuSecondsPerGigabyte);
  private static final Figure<Sample> TOTAL_PER_REQUEST =
      new Figure<>("CPU of server and client, µs per request", 1, Sample::totalCpuMicrosPerRequest);

  /** The server's, the client's, their sum, and what the whole machine was busy with. */
  private static final List<Figure<Sample>> PER_GIGABYTE =
      List.of(
          new Figure<>("CPU of the server, s per GB", 3, Sample::cpuSecondsPerGigabyte),
          new Figure<>("CPU of the client, s per GB", 3, Sample::clientCpuSecondsPerGigabyte),
          TOTAL_PER_GIGABYTE,
          new Figure<>(ServerProcess.MACHINE + ", s per GB", 3, Sample::machineSecondsPerGigabyte));

  private static final List<Figure<Sample>> PER_REQUEST =
      List.of(
          new Figure<>("CPU of the server, µs per request", 1, Sample::cpuMicrosPerRequest),
          new Figure<>("CPU of the client, µs per request", 1, Sample::clientCpuMicrosPerRequest),
          TOTAL_PER_REQUEST,
          new Figure<>(
              ServerProcess.MACHINE + ", µs per request", 1, Sample::machineMicrosPerRequest));

  private static final Figure<Sample> THROUGHPUT =
      new Figure<>("Throughput, MB/s", 0, Sample::megabytesPerSecond);
  private static final Figure<Sample> REQUESTS =
      new Figure<>("Requests per second", 0, Sample::requestsPerSecond);

  static final List<BenchTable> ALL =
      List.of(
          clear(
              "cpu",
              Stream.of(BenchFile.megabytes(1), BenchFile.megabytes(20), LARGEST)
                  .flatMap(file -> Stream.of(Column.of(file), Column.read(file))),
              Duration.ofMillis(800),
              figures(PER_GIGABYTE, List.of(THROUGHPUT))),
          clear(
              "small",
              SMALL.stream().map(Column::of),
              Duration.ofMillis(1500),
              figures(PER_REQUEST, List.of(REQUESTS))),
          clear(
              "frameworks",
              Stream.of(BenchFile.kilobytes(14), BenchFile.megabytes(1)).map(Column::of),
              Duration.ofMillis(1500),
              figures(PER_REQUEST, List.of(REQUESTS))),
          clear(
              "static",
              someOfEachSize().map(Column::of),
              Duration.ofMillis(1500),
              figures(PER_REQUEST, List.of(TOTAL_PER_GIGABYTE, REQUESTS))),
          clear(
              "grizzly",
              Stream.concat(someOfEachSize().map(Column::of), Stream.of(Column.slow(LARGEST, 300))),
              Duration.ofMillis(1500),
              figures(PER_GIGABYTE, List.of(TOTAL_PER_REQUEST, REQUESTS, THROUGHPUT))),
          new BenchTable(
              "tls",
              List.of(Protocol.TLS_1, Protocol.TLS_2),
              // Few, as each begins with a handshake, whose CPU counts, too. And GlassFish copies
              // at most as many large bodies at a time over HTTP/2 as it has request threads: with
              // more, all wait for windows that no thread is left to open, until they time out.
              Stream.concat(
                      someOfEachSize().map(file -> Column.of(file, file.equals(LARGEST) ? 4 : 8)),
                      Stream.concat(
                          SMALL.stream().map(Column::many),
                          Stream.of(Column.connecting(BenchFile.kilobytes(14)))))
                  .toList(),
              Duration.ofSeconds(32),
              Duration.ofMillis(800),
              figures(PER_REQUEST, List.of(TOTAL_PER_GIGABYTE, REQUESTS, THROUGHPUT))),
          new BenchTable(
              "async",
              List.of(Protocol.CLEAR),
              Stream.of(10, 100, 1000)
                  .map(n -> new Column(n + " clients", BenchFile.kilobytes(200), n, false))
                  .toList(),
              Duration.ofSeconds(10),
              Duration.ofSeconds(3),
              figures(
                  PER_REQUEST,
                  List.of(
                      REQUESTS,
                      new Figure<>("Latency p50, ms", 1, Sample::p50Millis),
                      new Figure<>("Latency p99, ms", 1, Sample::p99Millis)))));

  private static List<Figure<Sample>> figures(
      List<Figure<Sample>> cost, List<Figure<Sample>> others) {
    return Stream.concat(cost.stream(), others.stream()).toList();
  }

  private static BenchTable clear(
      String name, Stream<Column> columns, Duration time, List<Figure<Sample>> figures) {
    List<Protocol> protocols = List.of(Protocol.CLEAR);
    return new BenchTable(name, protocols, columns.toList(), Duration.ofSeconds(25), time, figures);
  }

  private static Stream<BenchFile> someOfEachSize() {
    return Stream.concat(SMALL.stream(), Stream.of(BenchFile.megabytes(1), LARGEST));
  }

  static BenchTable named(String name) {
    return ALL.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no table '%s': choose one of %s"
                        .formatted(name, ALL.stream().map(BenchTable::name).toList())));
  }

  /** The same with the columns whose titles have this in them, warmed up for a part of the time. */
  BenchTable only(Pattern part) {
    List<Column> kept =
        columns.stream().filter(column -> part.matcher(column.title()).find()).toList();
    if (kept.isEmpty()) {
      throw new IllegalArgumentException(
          "No column has '%s': %s".formatted(part, columns.stream().map(Column::title).toList()));
    }
    long seconds = warmUp.toSeconds() * kept.size() / columns.size();
    return new BenchTable(
        name,
        protocols,
        kept,
        Duration.ofSeconds(Math.max(SHORTEST_WARM_UP, seconds)),
        time,
        figures);
  }

  /** A file of the table. */
  List<BenchFile> files() {
    return columns.stream().map(Column::file).distinct().toList();
  }

  /** Empty, for samples of these contestants. */
  Grid<Sample> grid(List<Contestant> contestants) {
    return Grid.of(contestants, columns.stream().map(Column::title).toList());
  }

  String report(Grid<Sample> samples) {
    String base = Contestant.baseline(samples.contestants());
    return figures.stream()
            .map(figure -> samples.table(figure, " (median)"))
            .collect(Collectors.joining())
        + samples.ratios("CPU of the server", base, figures.get(0).value())
        + samples.ratios("CPU of server and client", base, figures.get(2).value())
        + samples.ratios(ServerProcess.MACHINE, base, figures.get(3).value());
  }
}
