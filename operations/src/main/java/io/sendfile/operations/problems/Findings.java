package io.sendfile.operations.problems;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The problems of a server, found in an {@link Observation}. Pure. */
public final class Findings {
  /** A limit is nearly reached from this percentage on. */
  private static final int NEAR = 90;

  /** Refusals are a problem from this part of all hand-offs on, as a divisor. */
  private static final int REFUSED_PART = 20;

  /** So many refusals are worse than a rise: a storm, which is told anew in the midst of one. */
  private static final int STORM = 500;

  /** Stalls are a problem from this part of the ended transfers on, as a divisor. */
  private static final int STALLED_PART = 10;

  private static final String LATELY = " in the last five minutes";

  private Findings() {}

  /** The problems, the worst first. */
  public static List<Problem> of(Observation now) {
    List<Problem> found = new ArrayList<>();
    Admission refusing = now.refusing();
    if (refusing != null) {
      found.add(
          new Problem(
              ProblemCode.STOPPING,
              Severity.WARNING,
              "",
              now.drain() + "; new downloads get 503",
              refusing == Admission.DRAINING
                  ? "asadmin drain-sendfile --cancel admits them again"
                  : ""));
    }
    roots(now, found);
    events(now, found);
    limits(now.used(), now.descriptors(), found);
    now.settings().forEach(text -> found.add(sentence(ProblemCode.SETTINGS, "domain.xml", text)));
    now.plugIns().forEach(text -> found.add(sentence(ProblemCode.PLUG_IN, "", text)));
    found.addAll(now.parts());
    found.sort(Comparator.comparing(Problem::severity).reversed());
    return List.copyOf(found);
  }

  /** As in {@code 1 transfer} and {@code 2 transfers}. */
  private static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private static void roots(Observation now, List<Problem> found) {
    if (now.off()) {
      found.add(
          new Problem(
              ProblemCode.SWITCHED_OFF,
              Severity.NOTICE,
              "",
              "as the module is switched off, applications' own code answers, and headers that name"
                  + " files are only removed",
              "asadmin set-sendfile-configuration --enabled true switches it on"));
    } else if (now.roots().isEmpty()) {
      found.add(
          new Problem(
              ProblemCode.NO_ROOT,
              Severity.NOTICE,
              "",
              "as there is no root, files that are named by a header are refused, and only those"
                  + " passed by their path are sent",
              "make one with asadmin create-sendfile-root"));
    }
    now.roots()
        .forEach(
            (name, state) -> {
              Problem problem = state.problem(name);
              if (problem != null) {
                found.add(problem);
              }
            });
  }

  /** Transfers that wait are told with the limit that they wait for. */
  private static void limits(LimitUsage used, Descriptors descriptors, List<Problem> found) {
    String waiting =
        used.waiting() == 0 ? "" : count(used.waiting(), "transfer") + " waiting to start";
    boolean full = used.active() >= used.maxActive();
    long maxBytes = used.maxBytes() == Limits.NONE ? 0 : used.maxBytes();
    near(
        found,
        "max-active-transfers",
        used.active(),
        used.maxActive(),
        full ? waiting : "",
        "raise it, or see with asadmin list-sendfile-transfers what runs");
    near(
        found,
        "max-waiting-transfers",
        used.waiting(),
        used.maxWaiting(),
        "",
        "beyond it clients see 503; raise max-active-transfers or max-buffered-bytes");
    near(
        found,
        "max-buffered-bytes",
        used.heldBytes(),
        maxBytes,
        full ? "" : waiting,
        "raise it, or give the JVM more heap");
    if (!waiting.isEmpty() && !full && !isNear(used.heldBytes(), maxBytes)) {
      found.add(
          new Problem(
              ProblemCode.WAITING,
              Severity.WARNING,
              "max-buffered-bytes",
              waiting,
              "they start as running ones end; raise the limit if this lasts"));
    }
    near(
        found,
        "file descriptors",
        descriptors.open(),
        descriptors.most(),
        "",
        "raise the limit of the server's user (ulimit -n, LimitNOFILE=)");
  }

  private static boolean isNear(long used, long most) {
    // Divides, because used * 100 could overflow.
    return most > 0 && used > 0 && used >= most / 100.0 * NEAR;
  }

  private static void near(
      List<Problem> found, String limit, long used, long most, String waiting, String remedy) {
    if (isNear(used, most)) {
      String text = used + " of " + most + " are used" + (waiting.isEmpty() ? "" : ", " + waiting);
      found.add(new Problem(ProblemCode.LIMIT, Severity.WARNING, limit, text, remedy));
    }
  }

  private static Problem sentence(ProblemCode code, String subject, String text) {
    return new Problem(code, Severity.WARNING, subject, text, "");
  }

  /** Problems seen in the events of the last minutes. */
  private static void events(Observation now, List<Problem> found) {
    Counts lately = now.events().lately();
    for (RefusalReason reason : RefusalReason.values()) {
      long times = lately.of(Breakdown.REFUSALS, reason.code());
      String remedy = remedy(reason);
      if (times > 0 && remedy != null) {
        Set<String> roots = now.refusedRoots().getOrDefault(reason, Set.of());
        String text =
            count(times, "response") + " with " + reason.status() + LATELY + ofRoots(roots);
        found.add(new Problem(ProblemCode.REFUSED, Severity.ERROR, reason.code(), text, remedy));
      }
    }
    long wrong = now.events().refused();
    long all = wrong + lately.of(Figure.STARTED);
    if (wrong >= Windows.FEW && now.events().isRise() && wrong * REFUSED_PART >= all) {
      String text = wrong + " hand-offs were refused" + LATELY + ", " + before(now.events());
      found.add(
          new Problem(
              ProblemCode.REFUSALS_RISE,
              wrong >= STORM ? Severity.ERROR : Severity.WARNING,
              "applications",
              text,
              "asadmin list-sendfile-refusals shows the file, the rule and the remedy of each"));
    }
    ends(now, found);
    lately
        .each(Breakdown.PLUG_IN_FAILURES)
        .forEach(
            (plugIn, times) -> {
              if (times > 0) {
                found.add(
                    new Problem(
                        ProblemCode.PLUG_IN_FAILS,
                        Severity.WARNING,
                        plugIn,
                        "it failed " + count(times, "time") + LATELY,
                        "the server log has its exceptions"));
              }
            });
  }

  private static String before(Windows events) {
    return events.refusedBefore()
        + (events.counted().compareTo(RecentCounts.WINDOW.multipliedBy(2)) < 0
            ? " from the start of the server to their rise"
            : " in the five before their rise");
  }

  private static String ofRoots(Set<String> roots) {
    return roots.isEmpty() ? "" : ", of root " + String.join(", ", roots);
  }

  private static void ends(Observation now, List<Problem> found) {
    Counts lately = now.events().lately();
    long all = lately.each(Breakdown.OUTCOMES).values().stream().mapToLong(Long::longValue).sum();
    long stalled = ended(lately, EndedCondition.SLOW);
    if (stalled >= Windows.FEW && stalled >= all / STALLED_PART) {
      found.add(
          new Problem(
              ProblemCode.STALLS,
              Severity.WARNING,
              "clients",
              stalled + " of " + all + " transfers stalled or were too slow" + LATELY,
              "check the network and any proxy in front; the server log names each"));
    }
    long failed = broken(lately);
    if (failed > 0) {
      found.add(
          new Problem(
              ProblemCode.FAILED,
              Severity.ERROR,
              "files",
              count(failed, "transfer")
                  + " lost the file, or could not read it,"
                  + LATELY
                  + ofRoots(now.brokenRoots()),
              "the server log names each, with the remedy"));
    }
  }

  /** Number of transfers that lost their file. */
  public static long broken(Counts counts) {
    return ended(counts, EndedCondition.BROKEN);
  }

  private static long ended(Counts counts, Set<Outcome> ways) {
    return ways.stream().mapToLong(way -> counts.of(Breakdown.OUTCOMES, way.label())).sum();
  }

  /** The remedy for a reason that lies with the server; null for others. */
  private static @Nullable String remedy(RefusalReason reason) {
    return switch (reason) {
      case OVERLOADED -> "raise max-active-transfers or max-waiting-transfers";
      case BUFFERS_FULL -> "raise max-buffered-bytes, or give the JVM more heap";
      case CLIENT_LIMIT -> "raise max-client-transfers if many clients come by one proxy";
      case OUT_OF_DESCRIPTORS -> "raise the limit of the server's user (ulimit -n, LimitNOFILE=)";
      case HANGING -> "check whether the root's share answers";
      case FAILING ->
          "check the root's disk, or its share and mount; asadmin list-sendfile-refusals has the"
              + " error of each";
      case INTERNAL -> "the server log has the failure";
      default -> null;
    };
  }
}
