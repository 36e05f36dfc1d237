package io.sendfile.glassfish.problems;

import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.spi.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The problems of a server, found in an {@link Observation}. Pure. */
public final class Findings {
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
    LimitFindings.of(now.used(), now.descriptors(), found);
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

  private static Problem sentence(String code, String subject, String text) {
    return new Problem(code, Severity.WARNING, subject, text, "");
  }
}
