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

  @Test
  void oneThatBeginsAgainHasItsOwnBegin() {
    look(0, WAITING);
    look(10);
    look(20, WAITING);
    assertThat(age(25, WAITING)).as("seen by a check").hasSeconds(5);

    look(30);
    assertThat(age(33, WAITING)).as("by a reader before the next check").isZero();
    assertThat(look(40, WAITING).begun()).as("told once").isEmpty();
    assertThat(age(43, WAITING)).hasSeconds(10);
    look(50);
    assertThat(look(110).ended())
        .as("from the begin that was told")
        .containsExactly(new Ended(WAITING, Duration.ofSeconds(50), Duration.ofSeconds(60)));
  }

  @Test
  void oneThatSomebodyHasEndedIsOverAtOnce() {
    Problem drain = problem(ProblemCode.STOPPING, Severity.WARNING, "draining");
    look(0, drain, WAITING);
    over(4);
    age(6, drain);

    assertThat(age(9, drain)).as("another one between two checks").hasSeconds(3);
    assertThat(age(9, WAITING)).as("of another kind").hasSeconds(9);
    assertThat(look(10, drain, WAITING))
        .isEqualTo(
            new Changes(
                List.of(drain),
                List.of(new Ended(drain, Duration.ofSeconds(4), Duration.ofSeconds(6)))));

    look(20, WAITING);
    over(25);
    assertThat(look(30, WAITING).ended())
        .as("gone since the check before")
        .containsExactly(new Ended(drain, Duration.ofSeconds(14), Duration.ofSeconds(10)));
    age(41, drain);
    over(45);
    assertThat(look(50, WAITING).ended()).as("seen by a reader alone").isEmpty();
  }

  private void over(long seconds) {
    watch.over(ProblemCode.STOPPING, nanos(seconds));
  }
}
