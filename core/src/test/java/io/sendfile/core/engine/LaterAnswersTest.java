package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.files.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that come when no thread can pass them on. */
class LaterAnswersTest {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.engine");

  private final List<String> told = new ArrayList<>();
  private boolean gone;

  private void await(LaterAnswers answers, CompletableFuture<String> answer) {
    Decision.Later<String> later =
        new Decision.Later<>(
            "a file",
            Origin.UNKNOWN,
            null,
            release -> answer,
            text -> {
              told.add(text);
              return new Decision.PassOn();
            },
            () -> told.add("given up"));
    answers.await(later, () -> gone, decision -> {}, () -> told.add("left")).begin(() -> {});
  }

  @Test
  void requestIsLeftWhereNoThreadCanBeStarted() {
    LaterAnswers full =
        new LaterAnswers(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            });
    CompletableFuture<String> answer = new CompletableFuture<>();
    await(full, answer);

    answer.complete("found");
    assertThat(told).containsExactly("given up", "left");
    assertThat(log.warnings()).hasSize(1);
    full.close();
    assertThat(told).containsExactly("given up", "left");
  }

  @Test
  void requestIsLeftWhereThreadsHaveEnded() {
    LaterAnswers closed =
        new LaterAnswers(
            task -> {
              throw new RejectedExecutionException();
            });
    await(closed, CompletableFuture.completedFuture("found"));

    assertThat(told).containsExactly("given up", "left");
  }

  @Test
  void requestAfterTheEndIsLeft() {
    LaterAnswers ended = new LaterAnswers(Runnable::run);
    ended.close();
    await(ended, new CompletableFuture<>());

    assertThat(told).containsExactly("given up", "left");
  }

  @Test
  void clientsThatLeaveInSilenceAreFound() {
    LaterAnswers answers = new LaterAnswers(Runnable::run);
    await(answers, new CompletableFuture<>());
    answers.tick(1_000_000_000);
    assertThat(told).isEmpty();
    gone = true;
    answers.tick(1_500_000_000);
    assertThat(told).as("not looked yet").isEmpty();
    answers.tick(2_000_000_000);
    assertThat(told).containsExactly("given up", "left");
  }
}
