package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A running {@code crowd}: clients that requested a file and read no more until told to. */
final class Crowd implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;
  private final Writer orders;

  private Crowd(Process process) {
    this.process = process;
    this.said = process.inputReader(UTF_8);
    this.orders = process.outputWriter(UTF_8);
  }

  /**
   * Gathers clients; all have the beginning of their responses when this returns.
   *
   * @param command that starts {@code crowd}, with taskset in front where it is pinned
   * @param receiveBuffer of each client's socket, bytes; the kernel doubles it
   */
  static Crowd gather(
      List<String> command, int port, String target, int clients, int receiveBuffer) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + port, "-u", target, "-n", "" + clients));
    line.addAll(List.of("-b", "" + receiveBuffer));
    try {
      Crowd crowd =
          new Crowd(
              new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
      crowd.hear();
      return crowd;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Latencies of fresh requests in microseconds: p50, p99, max. */
  Map<String, Double> probe(int times, String target) {
    return order("probe " + times + " " + target);
  }

  /**
   * Lets all clients read in turn, together at this rate.
   *
   * @return bytes, micros, cpu
   */
  Map<String, Double> read(Duration time, long bytesPerSecond) {
    return order("read " + time.toMillis() + " " + bytesPerSecond);
  }

  private Map<String, Double> order(String line) {
    try {
      orders.write(line + "\n");
      orders.flush();
      return hear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Double> hear() throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IllegalStateException("The clients gave up (reason above)");
    }
    return MixSample.parse(line);
  }

  /** Closes all connections. */
  @Override
  public void close() {
    try {
      orders.close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
