package io.sendfile.glassfish.measurement;

import java.io.IOException;
import java.time.Duration;

/** Measures a server with one file, after a warm-up with it. */
final class Round {
  /** More than the workers of a small machine, so that the algorithm has something to share. */
  private static final int CLIENTS = 8;

  private static final double HALF = 0.5;
  private static final double MOST = 0.99;

  private Round() {}

  /**
   * Measures.
   *
   * @param time of the measurement; as long again before it
   * @throws IOException if not every byte was sent correctly
   * @throws java.util.concurrent.CancellationException once cancelled
   */
  static Figures measure(PrivateServer server, MeasuredFile load, Duration time, Cancellation stop)
      throws IOException, InterruptedException {
    Clients clients = Clients.start(CLIENTS, server.address(), load);
    Reading begin;
    Reading end;
    try (clients) {
      stop.rest(time);
      clients.record(true);
      begin = Reading.now(clients.requests(), server.threads());
      stop.rest(time);
      end = Reading.now(clients.requests(), server.threads());
      clients.record(false);
    }
    requireSent(clients, server, end.requests() - begin.requests());
    return figures(begin, end, load, clients.firstBytes());
  }

  private static void requireSent(Clients clients, PrivateServer server, long requests)
      throws IOException {
    Throwable failure = clients.failure();
    if (failure != null) {
      throw new IOException("a client failed: " + failure.getMessage(), failure);
    }
    long plugIn = server.plugInFailures();
    if (plugIn > 0) {
      throw new IOException(
          "the plug-in failed "
              + plugIn
              + " times, and what comes with the module stood in; the server's log says why");
    }
    if (requests == 0) {
      throw new IOException("no file was sent in the time there was; give it more seconds");
    }
  }

  private static Figures figures(Reading begin, Reading end, MeasuredFile load, long[] firstBytes) {
    long requests = end.requests() - begin.requests();
    return new Figures(
        requests,
        requests * load.bytes(),
        end.nanosSince(begin),
        end.cpuSince(begin),
        end.heapSince(begin),
        Samples.percentile(firstBytes, HALF),
        Samples.percentile(firstBytes, MOST),
        end.loadSince(begin));
  }
}
