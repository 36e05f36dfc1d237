package io.sendfile.operations.problems;

import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/**
 * Detects which problems began and which ended between two checks, and how old they are. A problem
 * ends when it has been absent for a minute, so that one that comes and goes is reported once.
 * Thread-safe; reads no clock.
 */
public final class ProblemWatch {
  private static final long ABSENT_NANOS = Duration.ofMinutes(1).toNanos();

  private record Key(ProblemCode code, String subject) {
    private Key(Problem problem) {
      this(problem.code(), problem.subject());
    }
  }

  /**
   * A problem that was seen.
   *
   * @param nanos of the last sight by a check, or of the first
   * @param gone of the first check that did not see it any more; its last sight until then
   * @param told whether a check has seen it, not only a reader before that
   */
  private record Seen(Problem problem, long begun, long nanos, long gone, boolean told) {}

  private final Map<Key, Seen> seen = new LinkedHashMap<>();

  /**
   * Changes since the last check.
   *
   * @param begun problems that are new, or worse than before
   * @param ended problems that are gone
   */
  public record Changes(List<Problem> begun, List<Ended> ended) {}

  /**
   * A problem that is gone.
   *
   * @param problem as it was last seen
   * @param lasted from its first sight until it was gone
   * @param ago time since then
   */
  public record Ended(Problem problem, Duration lasted, Duration ago) {}

  /** The changes, given the problems there are now. */
  public synchronized Changes look(List<Problem> now, long nowNanos) {
    List<Problem> begun = new ArrayList<>();
    for (Problem problem : now) {
      Key key = new Key(problem);
      Seen before = seen.get(key);
      long since = before == null ? nowNanos : before.begun;
      seen.put(key, new Seen(problem, since, nowNanos, nowNanos, true));
      if (before == null
          || !before.told
          || problem.severity().compareTo(before.problem.severity()) > 0) {
        begun.add(problem);
      }
    }
    return new Changes(List.copyOf(begun), ended(nowNanos));
  }

  /** The time for which a problem has lasted that is there now; zero for one never seen before. */
  public synchronized Duration age(Problem problem, long nowNanos) {
    Seen last =
        seen.computeIfAbsent(
            new Key(problem), first -> new Seen(problem, nowNanos, nowNanos, nowNanos, false));
    return Duration.ofNanos(nowNanos - last.begun);
  }

  private List<Ended> ended(long nowNanos) {
    List<Ended> ended = new ArrayList<>();
    for (Iterator<Entry<Key, Seen>> all = seen.entrySet().iterator(); all.hasNext(); ) {
      Entry<Key, Seen> each = all.next();
      Seen last = each.getValue();
      if (last.gone == last.nanos && nowNanos != last.nanos) {
        last = new Seen(last.problem, last.begun, last.nanos, nowNanos, last.told);
        each.setValue(last);
      }
      if (nowNanos - last.nanos >= ABSENT_NANOS) {
        all.remove();
        if (last.told) {
          ended.add(
              new Ended(
                  last.problem,
                  Duration.ofNanos(last.gone - last.begun),
                  Duration.ofNanos(nowNanos - last.gone)));
        }
      }
    }
    return List.copyOf(ended);
  }
}
