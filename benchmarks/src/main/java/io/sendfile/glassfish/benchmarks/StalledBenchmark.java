package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Measures running servers with clients that stopped reading; {@code benchmarks/run-bench.sh}
 * starts them and this program. Arguments: folder of files, rounds, fresh requests of each kind,
 * numbers of clients (joined by commas), command of {@code crowd}, then the contestants. With a
 * folder only: creates the files.
 */
public final class StalledBenchmark {
  private StalledBenchmark() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      StalledTable.LARGE.createSparseIn(folder);
      StalledTable.SMALL.createIn(folder, new Random());
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    int probes = Integer.parseInt(args[2]);
    List<Integer> clients =
        Arrays.stream(args[3].split(",")).map(Integer::valueOf).sorted().toList();
    List<Contestant> contestants = Contestant.parse(args, 5);
    StalledTable table =
        new StalledTable(List.of(args[4].split(" ")), probes, contestants, clients);
    table.measure(rounds, System.err::println);
    System.out.printf(
        "Clients ask for %s (sparse), read its first 1 KB, and then no more; their receive buffers"
            + " are as small as may be. Medians of %d rounds; p50 and p99 of %d fresh requests one"
            + " after the other, each on a connection of its own. Heaps are what is left after a"
            + " collection. The memory of full send buffers is the kernel's and in none of the"
            + " figures; a JVM keeps memory that it once had, so RSS is what the largest number of"
            + " clients until then needed.%n%n",
        StalledTable.LARGE.title(), rounds, probes);
    System.out.print(table.report());
    int few = clients.get(clients.size() - 1) / 4;
    for (Contestant contestant : contestants) {
      if (contestant.ports().size() > 1) {
        System.out.printf(
            "%s by wire: %d clients more, and as many idle connections.%n%n",
            contestant.name(), 2 * few);
        StalledWires wires = new StalledWires(contestant, few);
        wires.measure(rounds, System.err::println);
        System.out.print(wires.report());
      }
    }
  }
}
