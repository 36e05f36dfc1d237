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
 * is told to have ended when it has been absent for a minute, so that one that comes and goes is
 * told once; its age is that of its last begin. Thread-safe; reads no clock.
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
   * @param told the begin that was told
   * @param begun its last begin
   * @param nanos of the last sight by a check, or of the first
   * @param gone of the first check that did not see it any more; its last sight until then
   * @param checked whether a check has seen it, not only a reader before that
   */
  private record Seen(
      Problem problem, long told, long begun, long nanos, long gone, boolean checked) {
    /** One that begins now. */
    private static Seen first(Problem problem, long now, boolean checked) {
      return new Seen(problem, now, now, now, now, checked);
    }

    private boolean isGone() {
      return gone != nanos;
    }

    private Ended ended(long now) {
      return new Ended(problem, Duration.ofNanos(gone - told), Duration.ofNanos(now - gone));
    }
  }

  private final Map<Key, Seen> seen = new LinkedHashMap<>();

  /** Problems that are over, which nobody has been told yet. */
  private final List<Seen> over = new ArrayList<>();

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
      Seen before = seen.getOrDefault(key, Seen.first(problem, nowNanos, false));
      long since = before.isGone() ? nowNanos : before.begun;
      seen.put(key, new Seen(problem, before.told, since, nowNanos, nowNanos, true));
      if (!before.checked || problem.severity().compareTo(before.problem.severity()) > 0) {
        begun.add(problem);
      }
    }
    return new Changes(List.copyOf(begun), ended(nowNanos));
  }

  /** The time for which a problem has lasted that is there now; zero for one that begins. */
  public synchronized Duration age(Problem problem, long nowNanos) {
    Key key = new Key(problem);
    Seen last = seen.getOrDefault(key, Seen.first(problem, nowNanos, false));
    if (last.isGone()) {
      last = new Seen(problem, last.told, nowNanos, nowNanos, nowNanos, last.checked);
    }
    seen.put(key, last);
    return Duration.ofNanos(nowNanos - last.begun);
  }

  /**
   * Problems of a kind have ended for good, as somebody has ended them: one that comes next is
   * another one, even if no check comes between them.
   */
  public synchronized void over(ProblemCode code, long nowNanos) {
    for (Iterator<Seen> all = seen.values().iterator(); all.hasNext(); ) {
      Seen last = all.next();
      if (last.problem.code() == code) {
        all.remove();
        if (last.checked) {
          long gone = last.isGone() ? last.gone : nowNanos;
          over.add(new Seen(last.problem, last.told, last.begun, last.nanos, gone, true));
        }
      }
    }
  }

  private List<Ended> ended(long nowNanos) {
    List<Ended> ended = new ArrayList<>();
    over.forEach(each -> ended.add(each.ended(nowNanos)));
    over.clear();
    for (Iterator<Entry<Key, Seen>> all = seen.entrySet().iterator(); all.hasNext(); ) {
      Entry<Key, Seen> each = all.next();
      Seen last = each.getValue();
      if (!last.isGone() && nowNanos != last.nanos) {
        last = new Seen(last.problem, last.told, last.begun, last.nanos, nowNanos, last.checked);
        each.setValue(last);
      }
      if (nowNanos - last.nanos >= ABSENT_NANOS) {
        all.remove();
        if (last.checked) {
          ended.add(last.ended(nowNanos));
        }
      }
    }
    return List.copyOf(ended);
  }
}
