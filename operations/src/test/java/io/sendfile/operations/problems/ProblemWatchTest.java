package io.sendfile.operations.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.problems.ProblemWatch.Changes;
import io.sendfile.operations.problems.ProblemWatch.Ended;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProblemWatchTest {
  private static final Problem MISSING = problem(ProblemCode.ROOT, Severity.ERROR, "missing");
  private static final Problem WAITING = problem(ProblemCode.WAITING, Severity.WARNING, "3 wait");

  private final ProblemWatch watch = new ProblemWatch();

  private static Problem problem(ProblemCode code, Severity severity, String text) {
    return new Problem(code, severity, "x", text, "");
  }

  private Changes look(long seconds, Problem... now) {
    return watch.look(List.of(now), nanos(seconds));
  }

  private Duration age(long seconds, Problem problem) {
    return watch.age(problem, nanos(seconds));
  }

  /** Monotonic clocks may be below zero. */
  private static long nanos(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds - 1000);
  }

  @Test
  void tellsOfEachProblemOnce() {
    assertThat(look(0, MISSING, WAITING).begun()).containsExactly(MISSING, WAITING);
    assertThat(look(10, MISSING, problem(ProblemCode.WAITING, Severity.WARNING, "5 wait")))
        .isEqualTo(new Changes(List.of(), List.of()));
  }

  @Test
  void tellsAgainWhenItIsWorse() {
    look(0, WAITING);
    Problem worse = problem(ProblemCode.WAITING, Severity.ERROR, "all wait");
    assertThat(look(10, worse).begun()).containsExactly(worse);
    assertThat(look(20, WAITING).begun()).isEmpty();
  }

  @Test
  void endsAfterAMinuteOfAbsence() {
    look(0, MISSING);
    look(30, MISSING);
    assertThat(look(40).ended()).isEmpty();
    assertThat(look(89).ended()).isEmpty();
    assertThat(look(90).ended())
        .as("gone since the first look that did not find it")
        .containsExactly(new Ended(MISSING, Duration.ofSeconds(40), Duration.ofSeconds(50)));
    assertThat(look(100).ended()).isEmpty();
    assertThat(look(110, MISSING).begun()).containsExactly(MISSING);
  }

  @Test
  void oneThatComesAndGoesIsToldOfOnce() {
    look(0, WAITING);
    for (int second = 10; second < 300; second += 20) {
      assertThat(look(second)).isEqualTo(new Changes(List.of(), List.of()));
      assertThat(look(second + 10, WAITING)).isEqualTo(new Changes(List.of(), List.of()));
    }
  }

  @Test
  void ageCountsFromTheFirstSight() {
    look(0, WAITING);
    look(30, problem(ProblemCode.WAITING, Severity.WARNING, "5 wait"));
    assertThat(age(40, WAITING)).hasSeconds(40);
    assertThat(age(40, MISSING)).as("not seen yet").isZero();
  }

  @Test
  void readerWhoIsBeforeTheNextCheckHasTheFirstSight() {
    assertThat(age(0, MISSING)).isZero();
    assertThat(age(3, MISSING)).hasSeconds(3);
    assertThat(look(10, MISSING).begun()).as("told by the check").containsExactly(MISSING);
    assertThat(age(12, MISSING)).hasSeconds(12);

    age(20, WAITING);
    assertThat(look(80, MISSING).ended()).as("never told").isEmpty();
    assertThat(age(90, WAITING)).as("another one").isZero();
  }
}
