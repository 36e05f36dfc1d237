package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private long now;
  private final Breaker breaker = new Breaker(() -> now);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.call().failed("503");
    }
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void fewFailuresChangeNothing() {
    fail(Breaker.FAILURES - 1);
    breaker.call().succeeded();
    fail(Breaker.FAILURES - 1);
    assertThat(breaker.call()).isNotNull();
    assertThat(breaker.trouble()).isNull();
  }

  @Test
  void failuresInARowBeginAPause() {
    fail(Breaker.FAILURES);
    assertThat(breaker.call()).isNull();
    assertThat(breaker.left()).isEqualTo(Duration.ofSeconds(1));
    assertThat(breaker.trouble()).contains("3 failures in a row").contains("503");
    pass(Duration.ofMillis(400));
    assertThat(breaker.left()).isEqualTo(Duration.ofMillis(600));
  }

  @Test
  void oneCallTriesAfterThePause() {
    fail(Breaker.FAILURES);
    pass(Duration.ofSeconds(2));
    Breaker.Call probe = breaker.call();
    assertThat(breaker.call()).isNull();
    probe.succeeded();
    assertThat(breaker.trouble()).isNull();
    assertThat(breaker.call()).isNotNull();
    assertThat(breaker.call()).isNotNull();
  }

  @Test
  void pausesDoubleUpToABound() {
    fail(Breaker.FAILURES);
    for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
      assertThat(breaker.left()).isEqualTo(Duration.ofSeconds(seconds));
      pass(Duration.ofSeconds(seconds));
      fail(1);
    }
  }

  @Test
  void callsOfBeforeThePauseDoNotMakeItLonger() {
    Breaker.Call late = breaker.call();
    fail(Breaker.FAILURES);
    late.failed("503");
    assertThat(breaker.left()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void tryThatIsGivenUpLeavesItsPlaceToAnother() {
    fail(Breaker.FAILURES);
    pass(Duration.ofSeconds(1));
    breaker.call().cancelled();
    assertThat(breaker.call()).isNotNull();
  }
}
