package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Measures running servers by small requests at a fixed rate beside slow clients; {@code
 * benchmarks/run-bench.sh} starts them and this program. Arguments: folder of files, rounds,
 * seconds of one measurement, numbers of slow clients (joined by commas), command of {@code mix},
 * command of {@code due}, then the contestants. With a folder only: creates the files.
 */
public final class MixedBenchmark {
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  private MixedBenchmark() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      MixedClients.createFiles(folder);
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    Duration time = Duration.ofSeconds(Long.parseLong(args[2]));
    List<Integer> slowClients = Arrays.stream(args[3].split(",")).map(Integer::valueOf).toList();
    MixedClients clients = new MixedClients(words(args[4]), words(args[5]), folder);
    List<Contestant> contestants = Contestant.parse(args, 6);
    Random random = new Random();
    for (Contestant contestant : contestants) {
      Runnable load = () -> slowClients.forEach(n -> clients.warmUp(contestant, n, WARM_UP));
      WarmUp.untilCompilersRest(contestant, load, System.err::println);
    }
    MixedTable table = new MixedTable(contestants, slowClients);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      for (int number : slowClients) {
        int seed = random.nextInt(1 << 20);
        for (Contestant contestant : Contestant.shuffled(contestants, random)) {
          table.add(contestant, number, clients.run(contestant, number, time, seed));
        }
      }
    }
    System.out.printf(
        "%d requests per second for each of %s, in the mean, which are due whether the server is fast"
            + " or not; a latency counts from that moment. Slow clients read a file of 20 MB at 1"
            + " MB/s each, with segments of 1,448 bytes. %d rounds of %d s for each cell,"
            + " contestants in random order; every byte compared with the file.%n%n",
        MixedClients.RATE, String.join(", ", MixedClients.targets()), rounds, time.toSeconds());
    System.out.print(table.report());
  }

  private static List<String> words(String command) {
    return Arrays.stream(command.split(" ")).filter(word -> !word.isEmpty()).toList();
  }
}
