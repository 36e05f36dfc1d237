package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private final Deque<CompletableFuture<Boolean>> questions = new ArrayDeque<>();
  private final Deque<Runnable> later = new ArrayDeque<>();
  private Duration laterIn = Duration.ZERO;
  private long now;
  private final Breaker breaker =
      new Breaker(
          () -> {
            questions.add(new CompletableFuture<>());
            return questions.getLast();
          },
          (task, time) -> {
            later.add(task);
            laterIn = time;
          },
          () -> now,
          Duration.ofSeconds(10));

  private void silent(int times) {
    for (int i = 0; i < times; i++) {
      breaker.silent("timeout");
    }
  }

  private void pause() {
    silent(Breaker.SILENCES);
    questions.remove().complete(false);
  }

  @Test
  void fewSilentCallsAskNothing() {
    silent(Breaker.SILENCES - 1);
    breaker.answered();
    silent(Breaker.SILENCES - 1);
    assertThat(questions).isEmpty();
  }

  @Test
  void silentObjectsPauseNothingWhileTheStoreAnswers() {
    for (int i = 0; i < 100; i++) {
      breaker.silent("timeout of a broken object");
      assertThat(breaker.left()).isZero();
      assertThat(breaker.trouble()).isNull();
      if (!questions.isEmpty()) {
        questions.remove().complete(true);
      }
    }
  }

  @Test
  void storeIsAskedOnceAtATime() {
    silent(10 * Breaker.SILENCES);
    assertThat(questions).hasSize(1);
    assertThat(breaker.left()).isZero();
  }

  @Test
  void storeThatDoesNotAnswerEitherPausesAllCalls() {
    pause();
    assertThat(breaker.left()).isEqualTo(Duration.ofSeconds(1));
    assertThat(breaker.trouble()).contains("3 calls in a row").contains("timeout");
  }

  @Test
  void storeIsAskedAgainAfterPausesThatDoubleUpToABound() {
    pause();
    for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
      assertThat(laterIn).isEqualTo(Duration.ofSeconds(seconds));
      assertThat(breaker.left()).isEqualTo(laterIn);
      now += laterIn.toNanos();
      later.remove().run();
      assertThat(breaker.left()).as("while it is asked").isEqualTo(Duration.ofSeconds(1));
      questions.remove().complete(false);
    }
    later.remove().run();
    questions.remove().complete(true);
    assertThat(breaker.left()).isZero();
    assertThat(breaker.trouble()).isNull();
    assertThat(later).isEmpty();
    pause();
    assertThat(laterIn).as("from the beginning again").isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void lateAnswerOfAnEarlierCallEndsThePause() {
    pause();
    breaker.answered();
    assertThat(breaker.left()).isZero();
    assertThat(breaker.trouble()).isNull();
  }
}
