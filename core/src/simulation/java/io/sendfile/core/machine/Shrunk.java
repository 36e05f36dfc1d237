package io.sendfile.core.machine;

import io.sendfile.core.machine.Steps.Result;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A schedule that breaks a rule, and the steps that it does not need for that.
 *
 * @param failed the rule that it breaks, with its steps left out
 */
record Shrunk(Result failed, Set<Integer> without) {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Plays a schedule. */
  interface Player {
    /**
     * Plays it once.
     *
     * @param without steps that are left out
     */
    Result play(long seed, Set<Integer> without) throws InterruptedException;
  }

  /** Leaves out as many steps as still lead to the same broken rule. */
  static Shrunk of(Result failed, Set<Integer> without, Player player) throws InterruptedException {
    long start = System.nanoTime();
    String rule = rule(failed);
    Shrunk best = new Shrunk(failed, without);
    for (int length = Math.max(1, failed.steps() / 2); length > 0; length /= 2) {
      for (int from = 1; from <= best.failed.steps(); from += length) {
        Set<Integer> more = new HashSet<>(best.without);
        IntStream.range(from, from + length).forEach(more::add);
        if (more.size() > best.without.size() && System.nanoTime() - start < MOST_NANOS) {
          Result result = player.play(failed.seed(), more);
          if (result.failure() != null && rule(result).equals(rule)) {
            more.removeIf(step -> step > result.steps());
            best = new Shrunk(result, more);
          }
        }
      }
    }
    return best;
  }

  private static String rule(Result failed) {
    String text = Objects.requireNonNull(failed.failure());
    return List.of(text.split("[:0-9]", 2)).get(0);
  }

  /**
   * Its failure, and how to play it again.
   *
   * @param module and test that play it
   * @param seeds the file of those that are kept
   */
  String words(String module, String test, String seeds) {
    return """
        seed %d breaks a rule: %s
        Play it: mvn -pl %s -am test -Dtest=%s -Dfuzz.seed=%d -Dfuzz.without=%s
        Keep it, once it is mended: a line '%d %s' in %s"""
        .formatted(
            failed.seed(),
            failed.failure(),
            module,
            test,
            failed.seed(),
            text(without),
            failed.seed(),
            text(without),
            seeds);
  }

  /** Steps as numbers and ranges of them; a hyphen for none. */
  static Set<Integer> steps(String text) {
    Set<Integer> steps = new HashSet<>();
    if (!text.equals("-")) {
      for (String part : text.split(",", -1)) {
        int hyphen = part.indexOf('-');
        int first = Integer.parseInt(hyphen < 0 ? part : part.substring(0, hyphen));
        int last = Integer.parseInt(part.substring(hyphen + 1));
        IntStream.rangeClosed(first, last).forEach(steps::add);
      }
    }
    return steps;
  }

  /** The reverse of {@link #steps}. */
  static String text(Set<Integer> steps) {
    StringJoiner text = new StringJoiner(",");
    TreeSet<Integer> left = new TreeSet<>(steps);
    while (!left.isEmpty()) {
      int first = Objects.requireNonNull(left.pollFirst());
      int last = first;
      while (left.remove(last + 1)) {
        last++;
      }
      text.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
    return steps.isEmpty() ? "-" : text.toString();
  }
}
