package io.sendfile.glassfish.benchmarks;

import io.sendfile.core.machine.Chart;
import io.sendfile.glassfish.benchmarks.GrowthClients.Cost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures how cost grows with the number of transfers and with the size of files; {@code
 * benchmarks/run-bench.sh} starts the servers and this program. Arguments: folder of files, rounds,
 * numbers of clients (joined by commas), seconds of one measurement, commands of {@code crowd} and
 * {@code load}, folder for the charts, then the contestants. With a folder only: creates the files.
 */
public final class GrowthBenchmark {
  private static final String PER_GIGABYTE = "CPU of the server, s per GB";
  private static final String PER_TRANSFER = "CPU of the server, µs per transfer";

  private GrowthBenchmark() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      GrowthSizes.FILES.forEach(file -> file.createSparseIn(folder));
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    List<Integer> clients =
        Arrays.stream(args[2].split(",")).map(Integer::valueOf).sorted().toList();
    Duration time = Duration.ofSeconds(Long.parseLong(args[3]));
    List<Contestant> contestants = Contestant.parse(args, 7);
    var crowds = new GrowthClients(List.of(args[4].split(" ")), contestants, clients, time);
    var sizes = new GrowthSizes(new ClearClient(List.of(args[5].split(" "))), folder, contestants);
    sizes.warmUp(System.err::println);
    crowds.warmUp(System.err::println);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      crowds.measure(new Random(), System.err::println);
      sizes.measure(new Random(), System.err::println);
    }
    System.out.print(report(rounds, time, crowds.grid(), sizes));
    draw(Path.of(args[6]), crowds.grid(), sizes);
  }

  private static String report(int rounds, Duration time, Grid<Cost> crowds, GrowthSizes sizes) {
    return "Medians of "
        + rounds
        + " rounds, contestants in random order. All files are sparse: the kernel's page cache holds"
        + " them, no disk is read.\n\n## More transfers, as many bytes\n\nSo many clients are in the"
        + " middle of a file of 1 GB. When the server is at rest, nobody reads for "
        + time.toSeconds()
        + " s; then, as long again, all read in turn, 8 KB at a time and "
        + GrowthClients.BYTES_PER_SECOND / 1_000_000
        + " MB/s together, whatever their number. CPU per GB is what the server used then beyond what"
        + " it used while nobody read.\n\n"
        + crowds.table(PER_GIGABYTE + " (transfers →)", 3, Cost::secondsPerGigabyte)
        + crowds.table(
            "CPU while nobody reads, ms per s (transfers →)", 2, Cost::idleMillisPerSecond)
        + crowds.table("Received by all, MB/s (transfers →)", 1, Cost::megabytesPerSecond)
        + "![CPU per GB by number of transfers](../../docs/benchmarks/growth-transfers.svg)\n\n"
        + "## Larger files\n\n"
        + "Four clients, one above 64 MB, ask for one file after the other and read as fast as they can."
        + " The file was read just before, so that its pages are cached. CPU per GB is that"
        + " beyond a transfer of 1 KB: flat where each byte costs as much, whatever the size.\n\n"
        + sizes.grid().table(PER_TRANSFER, 0, Sample::cpuMicrosPerRequest)
        + Markdown.table(
            PER_GIGABYTE + ", beyond a transfer of 1 KB",
            largerFiles(),
            sizes.secondsPerGigabyte(),
            3)
        + sizes.grid().table("Throughput, MB/s", 1, Sample::megabytesPerSecond)
        + "![CPU per transfer by size](../../docs/benchmarks/growth-sizes.svg)\n"
        + "![CPU per GB by size](../../docs/benchmarks/growth-bytes.svg)\n";
  }

  private static List<String> largerFiles() {
    return GrowthSizes.FILES.stream().skip(1).map(BenchFile::title).toList();
  }

  private static void draw(Path folder, Grid<Cost> crowds, GrowthSizes sizes) throws IOException {
    Map<String, Chart> charts =
        Map.of(
            "growth-transfers",
            new Chart(
                PER_GIGABYTE,
                "transfers at a time",
                crowds.columns(),
                false,
                crowds.lines(Cost::secondsPerGigabyte)),
            "growth-sizes",
            new Chart(
                PER_TRANSFER,
                "size of the file",
                sizes.grid().columns(),
                true,
                sizes.grid().lines(Sample::cpuMicrosPerRequest)),
            "growth-bytes",
            new Chart(
                PER_GIGABYTE + ", beyond a transfer of 1 KB",
                "size of the file",
                largerFiles(),
                false,
                sizes.secondsPerGigabyte()));
    Files.createDirectories(folder);
    for (var chart : charts.entrySet()) {
      Files.writeString(folder.resolve(chart.getKey() + ".svg"), chart.getValue().svg());
    }
  }
}
