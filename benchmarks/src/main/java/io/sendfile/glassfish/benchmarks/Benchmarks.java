package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Measures running servers; {@code ./run-bench.sh} starts them and this. First word: {@code files}
 * makes the files of a table in a folder, {@code measure} measures and prints Markdown.
 */
public final class Benchmarks {
  private static final int CONNECTIONS = 32;

  private Benchmarks() {}

  public static void main(String[] args) throws IOException {
    BenchTable table = BenchTable.named(args[1]);
    Path folder = Path.of(args[2]);
    if (args[0].equals("files")) {
      table.files().forEach(file -> file.createIn(folder, new Random()));
    } else {
      int rounds = Integer.parseInt(args[3]);
      LoadClient client = new LoadClient(List.of(args[4].split(" ")));
      Asadmin asadmin = new Asadmin(Arrays.stream(args[5].split(" ")).toList());
      List<Contestant> contestants = Arrays.stream(args).skip(6).map(Contestant::parse).toList();
      checkBodies(table, contestants, folder);
      measure(table, contestants, client, asadmin, rounds);
    }
  }

  private static void checkBodies(BenchTable table, List<Contestant> contestants, Path folder)
      throws IOException {
    for (Contestant contestant : contestants) {
      for (BenchFile file : table.files()) {
        BodyCheck.check(contestant, file, folder);
      }
    }
    System.err.println("length and digest of every body are right");
  }

  private static void measure(
      BenchTable table,
      List<Contestant> contestants,
      LoadClient client,
      Asadmin asadmin,
      int count) {
    Duration time = table.time();
    Rounds rounds = new Rounds(client, asadmin, count, CONNECTIONS, time, new Random());
    var samples = rounds.measure(contestants, table.files(), System.err::println);
    System.out.printf(
        "%d keep-alive connections, %d rounds of %d ms for each cell, in random order; length and"
            + " SHA-256 of every body checked before.%n%n",
        CONNECTIONS, count, time.toMillis());
    System.out.print(table.report(contestants, samples));
  }
}
