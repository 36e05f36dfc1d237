package io.sendfile.measure;

import io.sendfile.measure.Figures.Pacing;
import io.sendfile.measure.Measurement.Cancellation;
import io.sendfile.measure.PacedClients.Progress;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One measurement of a server in one situation, after a warm-up of the same time in it. */
record Round(PrivateServer server, Load load, Duration time, Cancellation stop) {
  private static final double HALF = 0.5;
  private static final double MOST = 0.99;
  private static final long[] NONE = {};

  /** Readings of the number of busy workers. */
  private static final int READINGS = 20;

  /**
   * Measures.
   *
   * @throws IOException if not every byte was sent correctly
   * @throws java.util.concurrent.CancellationException once cancelled
   */
  Figures measure() throws IOException, InterruptedException {
    Figures figures = load.isPaced() ? paced() : fast();
    long plugIn = server.plugInFailures();
    if (plugIn > 0) {
      throw new IOException(
          "the plug-in failed "
              + plugIn
              + " times, and the module's own was used; the server's log says why");
    }
    return figures;
  }

  private Figures fast() throws IOException, InterruptedException {
    Clients clients = Clients.start(load, server.address());
    Reading begin;
    Reading end;
    long requests;
    try (clients) {
      stop.rest(time);
      clients.record(true);
      long before = clients.requests();
      begin = Reading.now(server.threads());
      stop.rest(time);
      end = Reading.now(server.threads());
      requests = clients.requests() - before;
      clients.record(false);
    }
    Throwable failure = clients.failure();
    if (failure != null) {
      throw new IOException("a client failed: " + failure.getMessage(), failure);
    }
    if (requests == 0) {
      throw new IOException("no file was sent in the given time; give more seconds");
    }
    long bytes = requests * load.fileBytes();
    return figures(begin, end, requests, bytes, clients.firstBytes(), null);
  }

  private Figures paced() throws IOException, InterruptedException {
    try (PacedClients clients = PacedClients.start(load, server.address())) {
      stop.rest(time);
      clients.begin();
      Reading begin = Reading.now(server.threads());
      double workers = 0;
      for (int i = 0; i < READINGS; i++) {
        stop.rest(time.dividedBy(READINGS));
        workers += server.workersBusy();
      }
      Reading end = Reading.now(server.threads());
      Progress progress = clients.progress();
      Pacing pacing =
          new Pacing(
              progress.lowestShare(),
              progress.longestPauseNanos(),
              workers / READINGS,
              server.bufferBytes());
      return figures(begin, end, 0, progress.bytes(), NONE, pacing);
    }
  }

  private static Figures figures(
      Reading begin,
      Reading end,
      long requests,
      long bytes,
      long[] firstBytes,
      @Nullable Pacing pacing) {
    return new Figures(
        requests,
        bytes,
        end.nanosSince(begin),
        end.cpuSince(begin),
        end.heapSince(begin),
        Samples.percentile(firstBytes, HALF),
        Samples.percentile(firstBytes, MOST),
        end.loadSince(begin),
        pacing);
  }
}
