package io.sendfile.operations.history;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.logging.Logger;

/** A history of real statistics, by a clock that the test moves. */
final class Sampled {
  private Instant now;
  private long nanos = 5;
  private final Statistics stats;
  private final StatsRecorder recorder;
  private History history;

  /** Limits, and their use. */
  private LimitUsage limits = new LimitUsage(0, 4, 0, 100, 0, 10, 0, Limits.NONE);

  Sampled(History history, String time) {
    this.history = history;
    this.now = Instant.parse(time);
    this.stats = new Statistics(() -> now);
    this.recorder = stats.listener("clear").root("media");
    history.sample(reading(), nanos);
  }

  private Reading reading() {
    return new Reading(stats.snapshot(), limits, stats.parts());
  }

  /** Limits that are in force from now on, and their use. */
  Sampled limits(LimitUsage now) {
    limits = now;
    return this;
  }

  /** A download of a root that an application hands off, and that ends now. */
  Sampled download(String root, String application, long bytes) {
    StatsRecorder its = stats.listener("clear").root(root, application);
    its.add(Figure.STARTED, 1);
    its.sent(0, bytes);
    its.finished(Outcome.COMPLETED, bytes, 1);
    return this;
  }

  /** Losses of a history, of which there are none yet. */
  static Losses losses() {
    return new Losses(
        "history",
        Severity.ERROR,
        Losses.DISK,
        Logger.getLogger("io.sendfile.glassfish.history"),
        System::nanoTime);
  }

  Instant now() {
    return now;
  }

  Statistics stats() {
    return stats;
  }

  StatsRecorder recorder() {
    return recorder;
  }

  /** Goes on with another history, as after a restart of its server. */
  Sampled goesOnWith(History next) {
    history = next;
    history.sample(reading(), nanos);
    return this;
  }

  /** A refusal now. */
  Sampled refused() {
    recorder.refused("missing");
    return this;
  }

  /** A download that ends now. */
  Sampled download(Outcome outcome, long bytes, Duration firstByte) {
    recorder.add(Figure.STARTED, 1);
    recorder.sent(bytes, 0);
    recorder.firstByte(firstByte.toNanos());
    recorder.finished(outcome, bytes, firstByte.toNanos());
    return this;
  }

  Sampled download(long bytes) {
    return download(Outcome.COMPLETED, bytes, Duration.ofMillis(1));
  }

  /** That much time passes; then a sample is taken. */
  Sampled passes(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
    history.sample(reading(), nanos);
    return this;
  }

  /** Somebody sets the clock. */
  Sampled clockMoves(Duration by) {
    now = now.plus(by);
    return this;
  }

  /** Each step of the time before now. */
  List<Interval> last(Duration span, Duration step) throws IOException {
    return history.between(now.minus(span), now, step, ZoneOffset.UTC, each -> each);
  }
}
