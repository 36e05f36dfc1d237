package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Measures running servers; {@code benchmarks/run-bench.sh} starts them and this program. First
 * word: {@code files} creates the files of a table in a folder, {@code measure} measures and prints
 * Markdown.
 */
public final class Benchmarks {
  private Benchmarks() {}

  /**
   * {@code files TABLE FOLDER} or {@code measure TABLE FOLDER COLUMNS ROUNDS SECONDS CLIENT ASADMIN
   * CONTESTANT…}; COLUMNS is a regular expression, empty SECONDS mean the table's own.
   */
  public static void main(String[] args) throws IOException {
    BenchTable table = BenchTable.named(args[1]);
    Path folder = Path.of(args[2]);
    if (args[0].equals("files")) {
      table.files().forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    table = table.only(Pattern.compile(args[3]));
    int count = Integer.parseInt(args[4]);
    Duration time =
        args[5].isEmpty() ? table.time() : Duration.ofSeconds(Integer.parseInt(args[5]));
    List<String> command = List.of(args[6].split(" "));
    Asadmin asadmin = new Asadmin(Arrays.stream(args[7].split(" ")).toList());
    List<Contestant> contestants = Contestant.parse(args, 8);
    System.out.printf(
        "%d rounds of about %d ms for each cell, in random order; length and SHA-256 of every body"
            + " checked before.%n%n",
        count, time.toMillis());
    for (Protocol protocol : table.protocols()) {
      checkBodies(table, protocol, contestants, folder);
      LoadClient client =
          protocol == Protocol.CLEAR
              ? new ClearClient(command)
              : new H2loadClient(command, protocol);
      Rounds rounds = new Rounds(client, asadmin, count, table.warmUp(), time, new Random());
      Grid<Sample> samples = table.grid(contestants);
      rounds.measure(contestants, table.columns(), samples, System.err::println);
      System.out.printf("## %s%n%n", protocol.title());
      System.out.print(table.report(samples));
    }
  }

  private static void checkBodies(
      BenchTable table, Protocol protocol, List<Contestant> contestants, Path folder)
      throws IOException {
    BodyCheck check = new BodyCheck(protocol, folder);
    for (Contestant contestant : contestants) {
      for (BenchFile file : table.files()) {
        check.check(contestant, file);
      }
    }
    System.err.println(protocol.title() + ": length and digest of every body are right");
  }
}
