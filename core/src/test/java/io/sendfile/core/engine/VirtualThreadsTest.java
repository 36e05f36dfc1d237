package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.engine.Workers.VirtualThreads;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.ValueRule;
import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One virtual thread per file, where this Java has virtual threads. */
class VirtualThreadsTest extends EngineFixture {
  /** More than the workers and the processors: a pinned carrier thread would stop the others. */
  private static final int CLIENTS = 300;

  /** A Java without virtual threads gets a clear message, and nothing else changes. */
  private static void onJava21(Runnable work) {
    if (Runtime.version().feature() >= 21) {
      work.run();
    } else {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(work::run)
          .withMessage("virtual threads need Java 21 or later");
    }
  }

  private void use(String algorithm) {
    engine.apply(
        settings("ALGORITHM", algorithm, "VIRTUAL_THREADS", "true", "WORKER_THREADS", "1"));
  }

  private List<DiscardingSink> stuck(int clients) {
    List<DiscardingSink> sinks = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      DiscardingSink sink = new DiscardingSink(false);
      sinks.add(sink);
      submit(decideToSend("X-Sendfile", "files:f"), sink);
    }
    sinks.forEach(DiscardingSink::awaitFull);
    return sinks;
  }

  @Test
  void clientsThatTakeNothingHoldUpNobody() {
    onJava21(
        () -> {
          use(Algorithms.SIMPLE_BLOCKING);
          List<DiscardingSink> stuck = stuck(CLIENTS);
          DiscardingSink fast = new DiscardingSink(true);
          submit(decideToSend("X-Sendfile", "files:f"), fast);
          assertThat(fast.awaitEnd()).isEqualTo(Outcome.COMPLETED);
          assertThat(fast.sender()).startsWith("sendfile-virtual-");

          stuck.forEach(DiscardingSink::open);
          assertThat(stuck)
              .allSatisfy(sink -> assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED))
              .extracting(DiscardingSink::sender)
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void transfersOnVirtualThreadsCanBeEnded() {
    onJava21(
        () -> {
          use(Algorithms.SIMPLE_BLOCKING);
          List<DiscardingSink> stuck = stuck(20);
          engine.scheduler().endAll(Outcome.CANCELLED);
          assertThat(stuck).extracting(DiscardingSink::awaitEnd).containsOnly(Outcome.CANCELLED);
        });
  }

  @Test
  void threadsInheritNothing() {
    InheritableThreadLocal<String> secret = new InheritableThreadLocal<>();
    secret.set("of an application");
    onJava21(
        () -> {
          CompletableFuture<String> seen = new CompletableFuture<>();
          VirtualThreads.executor("test-")
              .execute(() -> seen.complete(Thread.currentThread().getName() + " " + secret.get()));
          assertThat(seen.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("test-1 null");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {Algorithms.ADAPTIVE, Algorithms.EQUAL_BLOCKING, Algorithms.EQUAL_NON_BLOCKING})
  void otherAlgorithmsStayOnTheWorkers(String algorithm) {
    use(algorithm);
    DiscardingSink sink = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(sink.sender()).startsWith("sendfile-worker-");
  }

  @Test
  void settingIsRefusedWhereJavaLacksThem() {
    ValueRule java17 = new ValueRule.Flag(21, Runtime.Version.parse("17.0.15"));
    ValueRule java21 = new ValueRule.Flag(21, Runtime.Version.parse("21"));
    assertThat(java17.accepts("true", KnownNames.BUILT_IN)).isFalse();
    assertThat(java17.accepts("false", KnownNames.BUILT_IN)).isTrue();
    assertThat(java17.allowed(KnownNames.BUILT_IN))
        .isEqualTo("false, as true needs Java 21 or later and this is Java 17");
    assertThat(java21.accepts("TRUE", KnownNames.BUILT_IN)).isTrue();
    assertThat(java21.accepts("yes", KnownNames.BUILT_IN)).isFalse();
    assertThat(java21.allowed(KnownNames.BUILT_IN)).isEqualTo("true or false");
  }
}
