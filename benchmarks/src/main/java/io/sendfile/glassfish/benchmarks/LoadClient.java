package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** A program that puts load on a contestant, and measures the contestant's cost. */
interface LoadClient {
  /** Sends new requests for about the given time; those under way are read to their end. */
  Sample run(Contestant contestant, Column load, Duration time);

  /** Output of a client that has succeeded. */
  static String say(List<String> line, Contestant contestant) {
    return say(line, "The load client failed against " + contestant.name());
  }

  /** Output of a program that has succeeded. */
  static String say(List<String> line, String failure) {
    try {
      Process program =
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(program.getInputStream().readAllBytes(), UTF_8);
      if (program.waitFor() != 0) {
        throw new IllegalStateException(failure + " (reason above)");
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
