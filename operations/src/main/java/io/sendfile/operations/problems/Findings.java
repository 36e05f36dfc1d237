package io.sendfile.operations.problems;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.operations.problems.Observation.Descriptors;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The problems of a server, found in an {@link Observation}. Pure. */
public final class Findings {
  /** A limit is nearly reached from this percentage on. */
  private static final int NEAR = 90;

  private Findings() {}

  /** The problems, the worst first. */
  public static List<Problem> of(Observation now) {
    List<Problem> found = new ArrayList<>();
    if (now.refusing()) {
      found.add(
          new Problem(
              "stopping", Severity.WARNING, "", "new downloads get 503", "the server stops"));
    }
    roots(now, found);
    EventFindings.of(now.lately(), now.before(), found);
    limits(now.used(), now.descriptors(), found);
    now.settings().forEach(text -> found.add(sentence("settings", "domain.xml", text)));
    now.plugIns().forEach(text -> found.add(sentence("plug-in", "", text)));
    found.addAll(now.parts());
    found.sort(Comparator.comparing(Problem::severity).reversed());
    return List.copyOf(found);
  }

  /** As in {@code 1 transfer} and {@code 2 transfers}. */
  static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private static void roots(Observation now, List<Problem> found) {
    if (now.roots().isEmpty()) {
      found.add(
          new Problem(
              "no-root",
              Severity.WARNING,
              "",
              "there is no root, so every file named by a header is refused",
              "make one with create-sendfile-root"));
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

  private static void limits(LimitUsage used, Descriptors descriptors, List<Problem> found) {
    if (used.waiting() > 0) {
      found.add(waiting(used));
    }
    near(
        found,
        "max-active-transfers",
        used.active(),
        used.maxActive(),
        "raise it, or see with list-sendfile-transfers what runs");
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
        count(used.waiting(), "transfer") + " waiting to start",
        "they start as running ones end; raise the limit if this lasts");
  }

  private static void near(List<Problem> found, String limit, long used, long most, String remedy) {
    // Divides, because used * 100 could overflow.
    if (most > 0 && used > 0 && used >= most / 100.0 * NEAR) {
      found.add(
          new Problem(
              "limit", Severity.WARNING, limit, used + " of " + most + " are used", remedy));
    }
  }

  private static Problem sentence(String code, String subject, String text) {
    return new Problem(code, Severity.WARNING, subject, text, "");
  }
}
