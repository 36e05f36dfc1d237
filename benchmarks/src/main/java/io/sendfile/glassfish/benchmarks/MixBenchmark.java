package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Measures running servers with the clients of 2009; {@code ./run-bench.sh} starts them and this
 * program. Arguments: folder of files, rounds, seconds of one measurement, numbers of clients,
 * rates in bytes per second (each joined by commas), command of {@code mix}, command of asadmin,
 * then the contestants. With a folder only: creates the files.
 */
public final class MixBenchmark {
  private static final Duration WARM = Duration.ofSeconds(3);

  private MixBenchmark() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      MixTable.FILES.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    Duration time = Duration.ofSeconds(Long.parseLong(args[2]));
    List<Integer> clients = split(args[3], ",").map(Integer::valueOf).toList();
    List<Long> rates = split(args[4], ",").map(Long::valueOf).toList();
    MixClients client = new MixClients(split(args[5], " ").toList(), folder, WARM, time);
    Asadmin asadmin = new Asadmin(split(args[6], " ").toList());
    List<Contestant> contestants = Arrays.stream(args).skip(7).map(Contestant::parse).toList();
    MixTable table = new MixTable(contestants, clients, rates);
    table.warmUp(client, asadmin, System.err::println);
    table.measure(client, asadmin, rounds, new Random(), System.err::println);
    System.out.printf(
        "Files of 1, 200, 500 KB, 1, 20 and 100 MB equally mixed; %d rounds of %d s for each cell"
            + " after %d s of warming up, contestants in random order; every byte compared with the"
            + " file.%n%n",
        rounds, time.toSeconds(), WARM.toSeconds());
    System.out.print(table.report());
  }

  private static Stream<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator)).filter(part -> !part.isEmpty());
  }
}
