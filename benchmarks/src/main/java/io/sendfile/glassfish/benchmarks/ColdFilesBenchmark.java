package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Measures hot downloads beside those of files that are not in the page cache; {@code
 * benchmarks/run-bench.sh} starts the servers and this program. Arguments: folder of files on a
 * slow disk, number of cold files, rounds, seconds of one measurement, command of {@code
 * slow-disk.sh}, command of asadmin, then the contestants. With a folder and a number only: creates
 * the files.
 */
public final class ColdFilesBenchmark {
  private static final BenchFile HOT = BenchFile.megabytes(1);
  private static final String ALONE = "alone";
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private final Path folder;
  private final List<BenchFile> cold;
  private final Duration time;
  private final List<String> forget;
  private final Grid<ColdFilesSample> samples;

  private ColdFilesBenchmark(
      Path folder,
      List<BenchFile> cold,
      Duration time,
      String slowDisk,
      List<Contestant> contestants) {
    this.folder = folder;
    this.cold = cold;
    this.time = time;
    forget = new ArrayList<>(List.of(slowDisk, "forget"));
    cold.forEach(file -> forget.add(folder.resolve(file.name()).toString()));
    samples = Grid.of(contestants, List.of(ALONE, beside()));
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    List<BenchFile> cold =
        IntStream.range(0, Integer.parseInt(args[1]))
            .mapToObj(i -> new BenchFile("cold " + i, 8 << 20))
            .toList();
    if (args.length == 2) {
      HOT.createIn(folder, new Random());
      cold.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    int rounds = Integer.parseInt(args[2]);
    Duration time = Duration.ofSeconds(Integer.parseInt(args[3]));
    Asadmin asadmin = new Asadmin(Arrays.stream(args[5].split(" ")).toList());
    List<Contestant> contestants = Contestant.parse(args, 6);
    ColdFilesBenchmark benchmark = new ColdFilesBenchmark(folder, cold, time, args[4], contestants);
    for (Contestant contestant : contestants) {
      WarmUp.untilCompilersRest(
          contestant, () -> benchmark.measure(contestant, List.of()), System.err::println);
    }
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      for (Contestant contestant : Contestant.shuffled(contestants, new Random())) {
        asadmin.set(contestant.settings());
        benchmark.measure(contestant);
      }
    }
    System.out.print(benchmark.report(rounds));
  }

  private String beside() {
    return "beside " + cold.size() + " cold";
  }

  private void measure(Contestant contestant) {
    samples.add(contestant.name(), ALONE, measure(contestant, List.of()));
    String unused = LoadClient.say(forget, contestant);
    HOT.cacheFrom(folder);
    samples.add(contestant.name(), beside(), measure(contestant, cold));
    ServerProcess.pause(SETTLE);
  }

  private ColdFilesSample measure(Contestant contestant, List<BenchFile> files) {
    ColdFilesSample sample =
        new ColdFilesSample(
            new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0, time.toMillis() / 1e3);
    try (ColdReaders readers = ColdReaders.start(contestant, files)) {
      if (!files.isEmpty()) {
        ServerProcess.pause(SETTLE);
      }
      long before = readers.bytes();
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < time.toNanos()) {
        ask(contestant.port(), contestant.hello(), new ArrayList<>(), sample.hello());
        ask(contestant.port(), contestant.target(HOT), sample.firstByte(), sample.whole());
        ServerProcess.pause(BETWEEN);
      }
      return new ColdFilesSample(
          sample.hello(),
          sample.firstByte(),
          sample.whole(),
          readers.bytes() - before,
          (System.nanoTime() - begin) / 1e9);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ask(int port, String target, List<Double> firstByte, List<Double> whole)
      throws IOException {
    long begin = System.nanoTime();
    try (SoakWire wire = SoakWire.clear(port, 0)) {
      if (wire.ask(target, "") != 200) {
        throw new IOException(target + " was not answered by 200");
      }
      firstByte.add((System.nanoTime() - begin) / 1e6);
      wire.read(Long.MAX_VALUE);
      whole.add((System.nanoTime() - begin) / 1e6);
    }
  }

  private String report(int rounds) {
    return ("The hot file, 1 MB, is in the page cache; one client asks for it and for `/hello`, one after"
                + " the other, on fresh connections. The cold ones, 8 MB each, are on a disk that reads"
                + " 20 MB and 400 times a second, and forgotten before. %d rounds of %d s for each"
                + " cell, contestants in random order, JVMs warm.%n%n")
            .formatted(rounds, time.toSeconds())
        + table("Hot file, p50, ms", 0.5, ColdFilesSample::whole)
        + table("Hot file, p99, ms", 0.99, ColdFilesSample::whole)
        + table("First byte of the hot file, p99, ms", 0.99, ColdFilesSample::firstByte)
        + table("`/hello`, p50, ms", 0.5, ColdFilesSample::hello)
        + table("`/hello`, p99, ms", 0.99, ColdFilesSample::hello)
        + samples.table("Hot downloads", 0, sample -> sample.whole().size())
        + samples.table("Cold files, MB/s", 1, ColdFilesSample::coldMegabytesPerSecond);
  }

  private String table(
      String title, double part, Function<ColdFilesSample, List<Double>> latencies) {
    return samples.table(title, 2, sample -> SoakMinute.quantile(latencies.apply(sample), part));
  }
}
