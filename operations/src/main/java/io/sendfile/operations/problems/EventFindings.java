package io.sendfile.operations.problems;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Problem.Severity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Problems seen in the events of the last minutes. Pure. */
final class EventFindings {
  /** Fewer events of a kind are no problem. */
  private static final int FEW = 10;

  /** Stalls are a problem from this part of the ended transfers on, as a divisor. */
  private static final int STALLED_PART = 10;

  private static final String LATELY = " in the last five minutes";

  private EventFindings() {}

  static void of(Counts lately, Counts before, List<Problem> found) {
    for (RefusalReason reason : RefusalReason.values()) {
      long times = lately.of(Breakdown.REFUSALS, reason.code());
      String remedy = remedy(reason);
      if (times > 0 && remedy != null) {
        String text = Findings.count(times, "answer") + " with " + reason.status() + LATELY;
        found.add(new Problem("refused", Severity.ERROR, reason.code(), text, remedy));
      }
    }
    long wrong = ofApplications(lately);
    long wrongBefore = ofApplications(before);
    if (wrong >= FEW && wrong > 2 * wrongBefore) {
      String text = wrong + " hand-offs were refused" + LATELY + ", " + wrongBefore + " before";
      found.add(
          new Problem(
              "refusals-rise",
              Severity.WARNING,
              "applications",
              text,
              "list-sendfile-refusals shows the file, the rule and the remedy of each"));
    }
    ends(lately, found);
    lately
        .each(Breakdown.PLUG_IN_FAILURES)
        .forEach(
            (plugIn, times) -> {
              if (times > 0) {
                found.add(
                    new Problem(
                        "plug-in-fails",
                        Severity.WARNING,
                        plugIn,
                        "it failed " + Findings.count(times, "time") + LATELY,
                        "the server log has its exceptions"));
              }
            });
  }

  private static void ends(Counts lately, List<Problem> found) {
    long all = lately.each(Breakdown.OUTCOMES).values().stream().mapToLong(Long::longValue).sum();
    long stalled = ended(lately, Outcome.STALLED) + ended(lately, Outcome.TOO_SLOW);
    if (stalled >= FEW && stalled >= all / STALLED_PART) {
      found.add(
          new Problem(
              "stalls",
              Severity.WARNING,
              "clients",
              stalled + " of " + all + " transfers stalled or were too slow" + LATELY,
              "check the network and any proxy in front; the server log names each"));
    }
    long failed = ended(lately, Outcome.IO_ERROR) + ended(lately, Outcome.CHANGED);
    if (failed > 0) {
      found.add(
          new Problem(
              "failed",
              Severity.ERROR,
              "files",
              Findings.count(failed, "transfer") + " lost the file, or could not read it," + LATELY,
              "the server log names each, with the remedy"));
    }
  }

  private static long ended(Counts counts, Outcome outcome) {
    return counts.of(Breakdown.OUTCOMES, outcome.label());
  }

  /** Refusals that are caused by applications. */
  private static long ofApplications(Counts counts) {
    return Arrays.stream(RefusalReason.values())
        .filter(reason -> reason.status() != 503 && reason != RefusalReason.INTERNAL)
        .mapToLong(reason -> counts.of(Breakdown.REFUSALS, reason.code()))
        .sum();
  }

  /** The remedy for a reason that lies with the server; null for others. */
  private static @Nullable String remedy(RefusalReason reason) {
    return switch (reason) {
      case OVERLOADED -> "raise max-active-transfers or max-waiting-transfers";
      case BUFFERS_FULL -> "raise max-buffered-bytes, or give the JVM more heap";
      case CLIENT_LIMIT -> "raise max-client-transfers if many clients come by one proxy";
      case CONNECTION_LIMIT -> "raise max-connection-transfers";
      case OUT_OF_DESCRIPTORS -> "raise the limit of the server's user (ulimit -n, LimitNOFILE=)";
      case HANGING -> "check whether the root's share answers";
      case INTERNAL -> "the server log has the failure";
      default -> null;
    };
  }
}
