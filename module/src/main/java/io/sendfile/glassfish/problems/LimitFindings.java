package io.sendfile.glassfish.problems;

import io.sendfile.glassfish.problems.Observation.Descriptors;
import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.spi.Problem.Severity;
import io.sendfile.glassfish.transfer.LimitUsage;
import io.sendfile.glassfish.transfer.Limits;
import java.util.List;

/** Problems of limits that are reached, or nearly so. Pure. */
final class LimitFindings {
  /** A limit is nearly reached from this percentage on. */
  private static final int NEAR = 90;

  private LimitFindings() {}

  static void of(LimitUsage used, Descriptors descriptors, List<Problem> found) {
    if (used.waiting() > 0) {
      found.add(waiting(used));
    }
    near(
        found,
        "max-active-transfers",
        used.active(),
        used.maxActive(),
        "raise it, or look with list-sendfile-transfers at what runs");
    near(
        found,
        "max-waiting-transfers",
        used.waiting(),
        used.maxWaiting(),
        "beyond it clients see 503; raise max-active-transfers or max-buffered-bytes");
    if (used.maxBytes() != Limits.NONE) {
      near(
          found,
          "max-buffered-bytes",
          used.heldBytes(),
          used.maxBytes(),
          "raise it, or give the JVM more heap");
    }
    near(
        found,
        "file descriptors",
        descriptors.open(),
        descriptors.most(),
        "raise the limit of the server's user (ulimit -n, LimitNOFILE=)");
  }

  private static Problem waiting(LimitUsage used) {
    boolean full = used.active() >= used.maxActive();
    return new Problem(
        "waiting",
        Severity.WARNING,
        full ? "max-active-transfers" : "max-buffered-bytes",
        Findings.count(used.waiting(), "transfer") + " waiting to start",
        "it ends with the transfers that run; raise the limit if it is always so");
  }

  private static void near(List<Problem> found, String limit, long used, long most, String remedy) {
    // Divides, because used * 100 could overflow.
    if (most > 0 && used > 0 && used >= most / 100.0 * NEAR) {
      found.add(
          new Problem(
              "limit", Severity.WARNING, limit, used + " of " + most + " are used", remedy));
    }
  }
}
