package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * nghttp2's {@code h2load}: TLS, HTTP/1.1 or HTTP/2. It gets a number of requests, so that it
 * counts whole bodies; the number that fits into a time is learnt from run to run. Not thread-safe.
 */
final class H2loadClient implements LoadClient {
  /** A cipher suite that all servers support. */
  private static final String CIPHER = "TLS_AES_128_GCM_SHA256";

  private static final int STREAMS = 4;
  private static final long MOST_GROWTH = 20;

  private final List<String> command;
  private final Protocol protocol;
  private final Map<String, Long> requests = new HashMap<>();

  /**
   * A client of one protocol.
   *
   * @param command that starts h2load, with taskset in front where it is pinned
   */
  H2loadClient(List<String> command, Protocol protocol) {
    this.command = List.copyOf(command);
    this.protocol = protocol;
  }

  /**
   * Raises the number of requests until a run takes at least half the time; only the last run
   * counts. Where requests have connections of their own, all runs do: h2load opens its connections
   * at once, and asks on each of them as often as on the others.
   */
  @Override
  public Sample run(Contestant contestant, Column load, Duration time) {
    return load.connects() ? connecting(contestant, load, time) : lasting(contestant, load, time);
  }

  private Sample connecting(Contestant contestant, Column load, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    Sample sum = run(contestant, load, load.clients());
    while (System.nanoTime() < end) {
      sum = sum.plus(run(contestant, load, load.clients()));
    }
    return sum;
  }

  private Sample lasting(Contestant contestant, Column load, Duration time) {
    String key = contestant.name() + ' ' + load.title();
    double wanted = time.toMillis() * 1e3;
    while (true) {
      long number = requests.getOrDefault(key, (long) load.clients());
      Sample sample = run(contestant, load, number);
      double fits = number * Math.min(MOST_GROWTH, wanted / sample.micros());
      requests.put(key, roundUp(fits, load.clients()));
      if (sample.micros() >= wanted / 2) {
        return sample;
      }
    }
  }

  private static long roundUp(double number, int clients) {
    return Math.max(1, (long) Math.ceil(number / clients)) * clients;
  }

  private Sample run(Contestant contestant, Column load, long number) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    double machineBefore = ServerProcess.machineSeconds();
    double before = server.cpuSeconds();
    double clientBefore = ServerProcess.childrenSeconds();
    String said = LoadClient.say(line(contestant, load, number), contestant);
    double cpuSeconds = server.cpuSeconds() - before;
    double clientSeconds = ServerProcess.childrenSeconds() - clientBefore;
    double machineSeconds = ServerProcess.machineSeconds() - machineBefore;
    H2loadReport report = H2loadReport.parse(said);
    report.check(number, load.file().bytes());
    return new Sample(
        number, report.bytes(), report.micros(), cpuSeconds, clientSeconds, machineSeconds, 0, 0);
  }

  /** Windows as large as those of browsers: 8 MiB per stream and 16 MiB per connection. */
  private List<String> line(Contestant contestant, Column load, long number) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-n", "" + number, "--tls13-ciphers", CIPHER));
    line.addAll(
        protocol == Protocol.TLS_2 && !load.connects()
            ? List.of("-c", "" + load.clients() / STREAMS, "-m", "" + STREAMS)
            : List.of("-c", "" + load.clients()));
    if (protocol == Protocol.TLS_1) {
      line.add("--h1");
    }
    line.addAll(List.of("-w", "23", "-W", "24", protocol.uri(contestant, load.file()).toString()));
    return line;
  }
}
