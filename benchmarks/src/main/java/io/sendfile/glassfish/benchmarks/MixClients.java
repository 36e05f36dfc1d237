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

  MixSample run(Contestant contestant, Load load, List<BenchFile> files, int seed) {
    return load.congestion().during(() -> runNow(contestant, load, files, seed));
  }

  private MixSample runNow(Contestant contestant, Load load, List<BenchFile> files, int seed) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-n", "" + load.clients()));
    line.addAll(List.of("-r", "" + load.bytesPerSecond(), "-s", "" + seed));
    line.addAll(load.network().options());
    line.addAll(List.of("-w", "" + warm.toMillis(), "-t", "" + time.toMillis()));
    line.addAll(List.of("-H", contestant.hello()));
    line.add(contestant.prefix());
    files.forEach(file -> line.add(folder.resolve(file.name()).toString()));
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
        memory.join());
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
