package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.engine.Refusals.Refused;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.transfer.TransferInfo;
import java.time.InstantSource;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One log line and one count per refusal: what was refused, by which rule, how to mend it. The last
 * ones are kept.
 */
final class RefusalLog {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");

  private final InstantSource clock;
  private final Refusals last = new Refusals();

  RefusalLog(InstantSource clock) {
    this.clock = clock;
  }

  void refused(Decision.Refuse refusal, Caller caller, StatsRecorder stats) {
    RefusalReason reason = refusal.reason();
    stats.refused(reason.code());
    LOG.log(
        Level.WARNING,
        "sendfile refused ({0}, answered {1}): {2}",
        new Object[] {reason.code(), reason.status(), refusal.detail()});
    last.add(
        new Refused(
            clock.instant(),
            reason,
            caller.origin(),
            TransferInfo.address(caller.client()),
            refusal.asked(),
            refusal.detail()));
  }

  Refusals last() {
    return last;
  }
}
