package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.MixClients.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures running servers with the clients of 2009; {@code benchmarks/run-bench.sh} starts them
 * and this program. Arguments: folder of files, table, rounds, seconds of one measurement, numbers
 * of clients (joined by commas), a regular expression that the titles of columns have in them,
 * command of {@code mix}, command of asadmin, folder of the scripts that start the servers, then
 * the contestants. With a folder only: creates the files.
 */
public final class MixBenchmark {
  private static final Duration WARM = Duration.ofSeconds(3);
  private static final long RATE = 1_000_000;

  private MixBenchmark() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      MixTable.FILES.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    boolean rivals = args[1].equals("rivals");
    int rounds = Integer.parseInt(args[2]);
    Duration time = Duration.ofSeconds(Long.parseLong(args[3]));
    List<Integer> clients = split(args[4], ",").map(Integer::valueOf).toList();
    Pattern columns = Pattern.compile(args[5]);
    MixClients client = new MixClients(split(args[6], " ").toList(), folder, WARM, time);
    Asadmin asadmin = new Asadmin(split(args[7], " ").toList());
    List<Contestant> contestants = Contestant.parse(args, 9);
    List<Congestion> both = Congestion.compared();
    List<Congestion> system = List.of(Congestion.SYSTEM);
    MixTable table =
        new MixTable(
            contestants,
            rivals ? loads(clients, RATE, system, Network.ETHERNET) : List.of(),
            rivals
                ? loads(clients, RATE, both, Network.values())
                : Stream.concat(
                        loads(clients, 0, system, Network.LOOPBACK).stream(),
                        loads(clients, RATE, both, Network.LOOPBACK).stream())
                    .toList(),
            columns,
            new Random(),
            System.err::println);
    table.measureFresh(client.cold(), new FreshServers(Path.of(args[8])), rounds);
    table.warmUp(client, asadmin);
    table.measure(client, asadmin, rounds);
    System.out.printf(
        "Files of 1, 200, 500 KB, 1, 20 and 100 MB equally mixed; %d rounds of %d s for each cell"
            + " after %d s of warming up (none with fresh servers), contestants in random order;"
            + " every byte compared with the file.%n%n",
        rounds, time.toSeconds(), WARM.toSeconds());
    System.out.print(table.report());
  }

  private static List<Load> loads(
      List<Integer> clients, long rate, List<Congestion> congestion, Network... networks) {
    return clients.stream()
        .flatMap(
            number ->
                Stream.of(networks)
                    .flatMap(
                        network ->
                            congestion.stream().map(each -> new Load(number, rate, network, each))))
        .toList();
  }

  private static Stream<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator)).filter(part -> !part.isEmpty());
  }
}
