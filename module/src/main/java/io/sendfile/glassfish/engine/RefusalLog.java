package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.stats.StatsRecorder;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One log line and one count per refusal: what was refused, by which rule, how to mend it. */
final class RefusalLog {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");

  private final StatsRecorder stats;

  RefusalLog(StatsRecorder stats) {
    this.stats = stats;
  }

  void refused(Decision.Refuse refusal, Caller caller) {
    RefusalReason reason = refusal.reason();
    stats.refused(reason.code());
    LOG.log(
        Level.WARNING,
        "sendfile refused ({0}, answered {1}): {2}",
        new Object[] {reason.code(), reason.status(), refusal.detail()});
  }
}
