package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
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

  private void await(LaterAnswers answers, CompletableFuture<String> answer) {
    answers.await(answer, () -> false, told::add, () -> told.add("left")).begin();
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
    assertThat(told).containsExactly("left");
    assertThat(log.warnings()).hasSize(1);
    full.close();
    assertThat(told).containsExactly("left");
  }

  @Test
  void requestIsLeftWhereThreadsHaveEnded() {
    LaterAnswers closed =
        new LaterAnswers(
            task -> {
              throw new RejectedExecutionException();
            });
    await(closed, CompletableFuture.completedFuture("found"));

    assertThat(told).containsExactly("left");
  }
}
