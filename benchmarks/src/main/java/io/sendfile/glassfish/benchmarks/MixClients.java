package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs the clients of 2009 against a contestant.
 *
 * @param command that starts {@code mix}
 * @param folder the files on disk, for comparison with the received bytes
 * @param warm time before the figures count
 * @param time of the counted part
 */
record MixClients(List<String> command, Path folder, Duration warm, Duration time) {
  /** The same without a warm-up. */
  MixClients cold() {
    return new MixClients(command, folder, Duration.ZERO, time);
  }

  /**
   * Warm servers are asked for {@code /hello} in a run of its own, half as long: fifty requests a
   * second cost GlassFish as much as moving the bytes of 300 slow clients does.
   */
  MixSample run(Contestant contestant, Load load, List<BenchFile> files, int seed) {
    return load.congestion()
        .during(
            () -> {
              List<String> line = line(contestant, load, seed);
              MixSample alone = runNow(contestant, files, timed(line, time));
              List<String> half = beside(line, contestant, time.dividedBy(2));
              MixSample both = alone.beside(runNow(contestant, files, half));
              return load.bytesPerSecond() == 0
                  ? both
                  : both.with(count(contestant, files, timed(line, time.dividedBy(2))));
            });
  }

  private SystemCalls count(Contestant contestant, List<BenchFile> files, List<String> line) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    CompletableFuture<SystemCalls> calls = SystemCalls.of(server, warm, time.dividedBy(3));
    runNow(contestant, files, line);
    return calls.join();
  }

  /** One run of all, for servers that are not warm. */
  MixSample runAtOnce(Contestant contestant, Load load, List<BenchFile> files, int seed) {
    return load.congestion()
        .during(
            () ->
                runNow(contestant, files, beside(line(contestant, load, seed), contestant, time)));
  }

  private List<String> line(Contestant contestant, Load load, int seed) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-n", "" + load.clients()));
    line.addAll(List.of("-r", "" + load.bytesPerSecond(), "-s", "" + seed));
    line.addAll(load.network().options());
    return line;
  }

  private List<String> timed(List<String> line, Duration counted) {
    List<String> timed = new ArrayList<>(line);
    timed.addAll(List.of("-w", "" + warm.toMillis(), "-t", "" + counted.toMillis()));
    return timed;
  }

  private List<String> beside(List<String> line, Contestant contestant, Duration counted) {
    List<String> beside = timed(line, counted);
    beside.addAll(List.of("-H", contestant.hello()));
    return beside;
  }

  private MixSample runNow(Contestant contestant, List<BenchFile> files, List<String> line) {
    line.add(contestant.prefix());
    files.forEach(file -> line.add(folder.resolve(file.name()).toString()));
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    double before = server.cpuSeconds();
    double machineBefore = ServerProcess.machineSeconds();
    double compiledBefore = server.compilerSeconds();
    long begin = System.nanoTime();
    CompletableFuture<SocketMemory> memory =
        SocketMemory.of(contestant, warm.plus(time.dividedBy(2)));
    String said = LoadClient.say(line, contestant);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new MixSample(
        MixSample.parse(said),
        server.cpuSeconds() - before,
        ServerProcess.machineSeconds() - machineBefore,
        server.compilerSeconds() - compiledBefore,
        seconds,
        server.state(),
        memory.join(),
        SystemCalls.NONE);
  }

  /**
   * One column of the tables of 2009.
   *
   * @param clients that download at once
   * @param bytesPerSecond rate of each of them, 0 = as fast as it can
   */
  record Load(int clients, long bytesPerSecond, Network network, Congestion congestion) {
    String title() {
      return clients
          + (bytesPerSecond == 0 ? "" : " at 1 MB/s")
          + network.title()
          + congestion.title();
    }
  }
}
