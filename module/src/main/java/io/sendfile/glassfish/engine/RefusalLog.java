package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.engine.Refusals.Refused;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.transfer.TransferInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One log line and one count per refusal: what was refused, by which rule, how to mend it; of what
 * is so with each request, one line a minute. The last ones are kept. Thread-safe.
 */
final class RefusalLog {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");

  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final Map<RefusalReason, Instant> quietUntil = new ConcurrentHashMap<>();
  private final Refusals last = new Refusals();

  RefusalLog(InstantSource clock) {
    this.clock = clock;
  }

  void refused(Decision.Refuse refusal, Caller caller, StatsRecorder stats) {
    RefusalReason reason = refusal.reason();
    stats.refused(reason.code());
    Instant now = clock.instant();
    if (!reason.ofServer() || isNews(reason, now)) {
      LOG.log(
          Level.WARNING,
          "sendfile refused ({0}, answered {1}): {2}",
          new Object[] {reason.code(), reason.status(), refusal.detail()});
    }
    last.add(
        new Refused(
            now,
            reason,
            caller.origin(),
            TransferInfo.address(caller.client()),
            refusal.asked(),
            refusal.detail()));
  }

  private boolean isNews(RefusalReason reason, Instant now) {
    Instant until = now.plus(PAUSE);
    return until.equals(
        quietUntil.compute(
            reason, (same, quiet) -> quiet == null || !now.isBefore(quiet) ? until : quiet));
  }

  Refusals last() {
    return last;
  }
}
