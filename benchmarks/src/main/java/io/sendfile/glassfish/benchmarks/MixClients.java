package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the clients of 2009 against a contestant.
 *
 * @param command how {@code mix} is started
 * @param folder the files on disk, with which it compares what it receives
 * @param warm time before the figures count
 * @param time how long they count
 */
record MixClients(List<String> command, Path folder, Duration warm, Duration time) {
  MixSample run(Contestant contestant, Load load, List<BenchFile> files, int seed) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-n", "" + load.clients()));
    line.addAll(List.of("-r", "" + load.bytesPerSecond(), "-s", "" + seed));
    line.addAll(List.of("-w", "" + warm.toMillis(), "-t", "" + time.toMillis()));
    line.addAll(List.of("-H", contestant.hello()));
    line.add(contestant.prefix());
    files.forEach(file -> line.add(folder.resolve(file.name()).toString()));
    double before = server.cpuSeconds();
    double compiledBefore = server.compilerSeconds();
    long begin = System.nanoTime();
    String said = LoadClient.say(line, contestant);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new MixSample(
        MixSample.parse(said),
        server.cpuSeconds() - before,
        server.compilerSeconds() - compiledBefore,
        seconds,
        server.state());
  }

  /**
   * One column of the tables of 2009.
   *
   * @param clients that download at once
   * @param bytesPerSecond which each of them takes, 0 = as fast as it can
   */
  record Load(int clients, long bytesPerSecond) {
    String title() {
      return bytesPerSecond == 0 ? clients + "" : clients + " at 1 MB/s";
    }
  }
}
