package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Runs {@code h2load}, the load client of nghttp2, and reads a server's figures during its work.
 *
 * @param command that starts it, with taskset in front where it is pinned
 * @param warm before the measured part: opens connections, fills pools of buffers
 * @param time of the measured part
 */
record TimedH2load(List<String> command, Duration warm, Duration time) {
  /** Time after its end at which a client counts as hanging. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final Pattern RATE = Pattern.compile("finished in [^,]*, ([0-9.]+) req/s");
  private static final Pattern LOST =
      Pattern.compile("([0-9]+) succeeded, ([0-9]+) failed, ([0-9]+) errored, ([0-9]+) timeout");
  private static final Pattern STATUS =
      Pattern.compile("([0-9]+) 2xx, ([0-9]+) 3xx, ([0-9]+) 4xx, ([0-9]+) 5xx");

  /**
   * Rate of responses, and the figures read at both ends of the measured part.
   *
   * @param requestsPerSecond all of them answered by a status of 2xx
   */
  record Load<T>(double requestsPerSecond, T before, T after) {}

  <T> Load<T> run(Wire wire, Contestant contestant, BenchFile file, Supplier<T> reading) {
    List<String> line = new ArrayList<>(command);
    line.addAll(wire.options());
    line.addAll(List.of("--warm-up-time", warm.toMillis() + "ms", "-D", time.toMillis() + "ms"));
    line.add(wire.uri(contestant, file).toString());
    try {
      Process client = new ProcessBuilder(line).redirectErrorStream(true).start();
      Thread.sleep(warm.toMillis());
      T before = reading.get();
      Thread.sleep(time.toMillis());
      T after = reading.get();
      if (!client.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        client.destroyForcibly();
        throw new IllegalStateException("h2load does not end: " + line);
      }
      String said = new String(client.getInputStream().readAllBytes());
      return new Load<>(requestsPerSecond(said), before, after);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** Throws, with what h2load said, unless every request was answered by a status of 2xx. */
  static double requestsPerSecond(String said) {
    MatchResult lost = find(LOST, said);
    MatchResult status = find(STATUS, said);
    for (int i = 2; i <= 4; i++) {
      if (!lost.group(i).equals("0") || !status.group(i).equals("0")) {
        throw new IllegalStateException("h2load was not served well:\n" + said);
      }
    }
    return Double.parseDouble(find(RATE, said).group(1));
  }

  private static MatchResult find(Pattern pattern, String said) {
    return pattern
        .matcher(said)
        .results()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("h2load did not say how it went:\n" + said));
  }
}
