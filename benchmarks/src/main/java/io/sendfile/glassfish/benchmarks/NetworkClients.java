package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs {@code mix} against a contestant, behind slow links.
 *
 * @param link command of {@code slow-link.py}, with taskset in front where it is pinned
 * @param mix command of {@code mix}
 * @param folder the files on disk, for comparison with the received bytes
 * @param number of clients
 * @param time of the counted part, after a quarter of it that does not count
 */
record NetworkClients(List<String> link, List<String> mix, Path folder, int number, Duration time) {
  static final List<BenchFile> FILES =
      List.of(
          BenchFile.kilobytes(14),
          BenchFile.kilobytes(200),
          BenchFile.megabytes(1),
          BenchFile.megabytes(20));

  private static final Path SNMP = Path.of("/proc/net/snmp");

  /** Without a link, for a server's compilers. */
  void warmUp(Contestant contestant) {
    List<String> line = new ArrayList<>(mix);
    line.addAll(beside(arguments(contestant, 1, time), contestant));
    String unused = LoadClient.say(line, contestant);
  }

  /** The cost without {@code /hello}, and the times of that in a run of its own, half as long. */
  NetworkSample run(Contestant contestant, SlowLink slow, int seed) {
    NetworkSample alone = runNow(contestant, slow, arguments(contestant, seed, time));
    NetworkSample beside =
        runNow(
            contestant, slow, beside(arguments(contestant, seed, time.dividedBy(2)), contestant));
    return new NetworkSample(
        alone.clients().beside(beside.clients()), alone.link(), alone.retransmitted());
  }

  private NetworkSample runNow(Contestant contestant, SlowLink slow, List<String> arguments) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    try {
      Path figures = Files.createTempFile("slow-link", ".txt");
      List<String> line = new ArrayList<>(link);
      line.addAll(slow.options(figures));
      line.addAll(mix);
      line.addAll(arguments);
      long retransmitted = retransmitted(Files.readAllLines(SNMP));
      double cpu = server.cpuSeconds();
      double compilers = server.compilerSeconds();
      double machine = ServerProcess.machineSeconds();
      long begin = System.nanoTime();
      CompletableFuture<SocketMemory> memory = SocketMemory.of(contestant, time);
      String said = LoadClient.say(line, contestant);
      double seconds = (System.nanoTime() - begin) / 1e9;
      MixSample sample =
          new MixSample(
              MixSample.parse(said),
              server.cpuSeconds() - cpu,
              ServerProcess.machineSeconds() - machine,
              server.compilerSeconds() - compilers,
              seconds,
              server.state(),
              memory.join(),
              SystemCalls.NONE);
      long after = retransmitted(Files.readAllLines(SNMP));
      NetworkSample result =
          new NetworkSample(
              sample, MixSample.parse(Files.readString(figures)), after - retransmitted);
      Files.delete(figures);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> arguments(Contestant contestant, int seed, Duration counted) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("-p", "" + contestant.port(), "-n", "" + number, "-s", "" + seed));
    line.addAll(List.of("-w", "" + time.toMillis() / 4, "-t", "" + counted.toMillis()));
    line.add(contestant.prefix());
    FILES.forEach(file -> line.add(folder.resolve(file.name()).toString()));
    return line;
  }

  private static List<String> beside(List<String> arguments, Contestant contestant) {
    arguments.addAll(0, List.of("-H", contestant.hello()));
    return arguments;
  }

  /** Segments that this machine's TCP has sent again; the link's other end counts for itself. */
  static long retransmitted(List<String> snmp) {
    List<List<String>> tcp =
        snmp.stream()
            .filter(line -> line.startsWith("Tcp:"))
            .map(line -> Arrays.asList(line.split(" ")))
            .toList();
    return Long.parseLong(tcp.get(1).get(tcp.get(0).indexOf("RetransSegs")));
  }
}
