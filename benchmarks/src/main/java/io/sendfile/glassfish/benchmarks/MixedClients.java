package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a contestant for small things at a fixed rate, beside slow downloads.
 *
 * @param slow command that starts {@code mix}
 * @param steady command that starts {@code due}
 * @param folder the files on disk, for comparison with the received bytes
 */
record MixedClients(List<String> slow, List<String> steady, Path folder) {
  private static final BenchFile HELLO = new BenchFile("hello", 6);
  private static final List<BenchFile> SMALL =
      List.of(BenchFile.kilobytes(2), BenchFile.kilobytes(200));
  private static final BenchFile LARGE = BenchFile.megabytes(20);

  /** Requests per second of each target. */
  static final int RATE = 300;

  /** Times as many let the compilers come to rest in less time. */
  private static final int FASTER = 4;

  private static final int SLOW_RATE = 1_000_000;
  private static final Duration WARM = Duration.ofSeconds(3);

  /** The small things, in the order of a sample's targets. */
  static List<String> targets() {
    return List.of("`/hello`", SMALL.get(0).title(), SMALL.get(1).title());
  }

  static void createFiles(Path folder) throws IOException {
    Files.writeString(folder.resolve(HELLO.name()), "hello\n");
    SMALL.forEach(file -> file.createIn(folder, new Random()));
    LARGE.createIn(folder, new Random());
  }

  /** More requests than are measured, for a server's compilers. */
  void warmUp(Contestant contestant, int slowClients, Duration time) {
    MixedSample unused = run(contestant, slowClients, time, FASTER * RATE, 0);
  }

  MixedSample run(Contestant contestant, int slowClients, Duration time, int seed) {
    return run(contestant, slowClients, time, RATE, seed);
  }

  /** The server is at rest when this returns. */
  private MixedSample run(
      Contestant contestant, int slowClients, Duration time, int rate, int seed) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    double before = server.cpuSeconds();
    double machineBefore = ServerProcess.machineSeconds();
    long begin = System.nanoTime();
    CompletableFuture<String> slowSaid =
        CompletableFuture.supplyAsync(
            () -> LoadClient.say(slowLine(contestant, slowClients, time), contestant));
    String said = LoadClient.say(steadyLine(contestant, time, rate, seed), contestant);
    Map<String, Double> received = MixSample.parse(slowSaid.join());
    double seconds = (System.nanoTime() - begin) / 1e9;
    MixedSample sample =
        new MixedSample(
            MixSample.parse(said),
            received.get("bytes") / received.get("micros"),
            (server.cpuSeconds() - before) / seconds,
            (ServerProcess.machineSeconds() - machineBefore) / seconds);
    server.awaitRest();
    return sample;
  }

  private List<String> slowLine(Contestant contestant, int clients, Duration time) {
    List<String> line = line(slow, contestant, time);
    line.addAll(List.of("-n", "" + clients, "-r", "" + SLOW_RATE));
    line.addAll(Network.ETHERNET.options());
    line.addAll(List.of(contestant.prefix(), path(LARGE)));
    return line;
  }

  private List<String> steadyLine(Contestant contestant, Duration time, int rate, int seed) {
    List<String> line = line(steady, contestant, time);
    line.addAll(List.of("-r", "" + rate * targets().size(), "-s", "" + seed));
    line.addAll(List.of(contestant.hello(), path(HELLO)));
    SMALL.forEach(file -> line.addAll(List.of(contestant.target(file), path(file))));
    return line;
  }

  private static List<String> line(List<String> command, Contestant contestant, Duration time) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port()));
    line.addAll(List.of("-w", "" + WARM.toMillis(), "-t", "" + time.toMillis()));
    return line;
  }

  private String path(BenchFile file) {
    return folder.resolve(file.name()).toString();
  }
}
