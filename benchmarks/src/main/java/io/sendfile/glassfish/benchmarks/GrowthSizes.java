package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Measures the cost of larger files, beyond the fixed cost of a transfer. */
final class GrowthSizes {
  /** Several, so that a server is never idle. */
  private static final int CONNECTIONS = 4;

  /** Above this size one file after the other is read, so that five gigabytes take seconds. */
  private static final BenchFile LARGEST_AT_ONCE = BenchFile.megabytes(64);

  static final List<BenchFile> FILES =
      List.of(
          BenchFile.kilobytes(1),
          BenchFile.kilobytes(16),
          BenchFile.kilobytes(256),
          BenchFile.megabytes(4),
          BenchFile.megabytes(64),
          BenchFile.gigabytes(1),
          BenchFile.gigabytes(5));

  private static final Duration TIME = Duration.ofMillis(1500);
  private static final Duration WARM_UP = Duration.ofSeconds(4);

  private final LoadClient client;
  private final Path folder;
  private final List<Contestant> contestants;
  private final Grid<Sample> grid;

  /**
   * @param folder of the files
   */
  GrowthSizes(LoadClient client, Path folder, List<Contestant> contestants) {
    this.client = client;
    this.folder = folder;
    this.contestants = contestants;
    this.grid = Grid.of(contestants, FILES.stream().map(BenchFile::title).toList());
  }

  /** The code is the same for every size: warm up with the smaller files. */
  void warmUp(Consumer<String> progress) {
    for (Contestant contestant : contestants) {
      WarmUp.untilCompilersRest(contestant, () -> warmUp(contestant), progress);
    }
  }

  private void warmUp(Contestant contestant) {
    for (BenchFile file : FILES) {
      if (file.bytes() < LARGEST_AT_ONCE.bytes()) {
        run(contestant, file, WARM_UP);
      }
    }
  }

  /** One round, contestants in random order. */
  void measure(Random random, Consumer<String> progress) {
    for (BenchFile file : FILES) {
      progress.accept("files of " + file.title());
      for (Contestant contestant : Contestant.shuffled(contestants, random)) {
        grid.add(contestant.name(), file.title(), run(contestant, file, TIME));
      }
    }
  }

  private Sample run(Contestant contestant, BenchFile file, Duration time) {
    file.cacheFrom(folder);
    int connections = file.bytes() > LARGEST_AT_ONCE.bytes() ? 1 : CONNECTIONS;
    return client.run(contestant, Column.of(file, connections), time);
  }

  Grid<Sample> grid() {
    return grid;
  }

  /**
   * CPU seconds per 10^9 bytes of each contestant for the larger files, beyond the cost of the
   * smallest one's transfer.
   */
  Map<String, double[]> secondsPerGigabyte() {
    Map<String, double[]> lines = new LinkedHashMap<>();
    for (Contestant contestant : contestants) {
      lines.put(
          contestant.name(),
          FILES.stream()
              .skip(1)
              .mapToDouble(file -> secondsPerGigabyte(contestant.name(), file))
              .toArray());
    }
    return lines;
  }

  private double secondsPerGigabyte(String contestant, BenchFile file) {
    BenchFile smallest = FILES.get(0);
    double micros = micros(contestant, file) - micros(contestant, smallest);
    return micros * 1e3 / (file.bytes() - smallest.bytes());
  }

  private double micros(String contestant, BenchFile file) {
    return grid.median(contestant, file.title(), Sample::cpuMicrosPerRequest);
  }
}
