package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The C program {@code load}: clear HTTP/1.1.
 *
 * @param command that starts it, with taskset in front where it is pinned
 */
record ClearClient(List<String> command) implements LoadClient {
  @Override
  public Sample run(Contestant contestant, Column load, Duration time) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-u", contestant.target(load.file())));
    line.addAll(List.of("-c", "" + load.clients(), "-d", "" + time.toMillis() / 1000.0));
    if (load.read()) {
      line.add("-k");
    }
    if (load.isSlow()) {
      line.addAll(List.of("-r", "" + load.bytesPerSecond()));
    }
    double machineBefore = ServerProcess.machineSeconds();
    double before = server.cpuSeconds();
    String said = LoadClient.say(line, contestant);
    double cpuSeconds = server.cpuSeconds() - before;
    double machineSeconds = ServerProcess.machineSeconds() - machineBefore;
    Sample sample = Sample.parse(said, cpuSeconds, machineSeconds);
    if (load.isSlow()) {
      server.awaitRest(); // It notices that its clients are gone, on the core of the next one.
    }
    return sample;
  }
}
