package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the C load client against a contestant and notes what that cost the contestant.
 *
 * @param command how the client is started, with taskset in front where it is pinned
 */
record LoadClient(List<String> command) {

  /** New requests are made for the given time; those under way are read to their end. */
  Sample run(Contestant contestant, BenchFile file, int connections, Duration time) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-u", contestant.target(file)));
    line.addAll(List.of("-c", "" + connections, "-d", "" + time.toMillis() / 1000.0));
    double before = server.cpuSeconds();
    String said = say(line, contestant);
    return Sample.parse(said, server.cpuSeconds() - before);
  }

  /** What a client printed, once it has ended well. */
  static String say(List<String> line, Contestant contestant) {
    try {
      Process client =
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(client.getInputStream().readAllBytes(), UTF_8);
      if (client.waitFor() != 0) {
        throw new IllegalStateException(
            "The load client failed against " + contestant.name() + " (reason above)");
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
