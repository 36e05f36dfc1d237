package io.sendfile.glassfish.console.app;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the samples of the last quarter of an hour for pages that are opened or reloaded. It starts
 * with the first request, and stops without requests for as long. Thread-safe.
 */
@ApplicationScoped
public class Sampler {
  /** Time between two samples. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  private static final Duration LENGTH = Duration.ofMinutes(15);
  private static final Logger LOGGER = Logger.getLogger(Sampler.class.getPackageName());

  private final History history = new History(LENGTH);
  private @Nullable ScheduledExecutorService timer;
  private @Nullable ScheduledFuture<?> running;
  private long asked;

  /** Like {@link History#since}; returns at least one sample. */
  public synchronized List<Sample> since(long at) {
    asked = System.currentTimeMillis();
    if (running == null) {
      history.add(Sample.now(asked));
      running =
          timer()
              .scheduleAtFixedRate(
                  this::sample, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }
    return history.since(at);
  }

  private ScheduledExecutorService timer() {
    ScheduledExecutorService known = timer;
    if (known == null) {
      known =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "sendfile-console-sampler");
                thread.setDaemon(true);
                return thread;
              });
      timer = known;
    }
    return known;
  }

  private synchronized void sample() {
    long now = System.currentTimeMillis();
    if (now - asked > LENGTH.toMillis()) {
      stopSampling();
      return;
    }
    try {
      history.add(Sample.now(now));
    } catch (RuntimeException e) {
      // At a stop of the server the module stops before this application.
      LOGGER.log(Level.FINE, "no sample", e);
    }
  }

  private void stopSampling() {
    if (running != null) {
      running.cancel(false);
      running = null;
    }
  }

  @PreDestroy
  synchronized void stop() {
    stopSampling();
    if (timer != null) {
      timer.shutdownNow();
    }
  }
}
