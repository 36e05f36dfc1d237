package io.sendfile.s3;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows the state of a store, and keeps calls from one that is silent. One object may be so by
 * itself, so calls without an answer only lead to a question about the store; if that stays without
 * an answer as well, no calls are made until the question has one, asked again after pauses from a
 * second to half a minute. An answer of any status is one.
 *
 * <p>Safe for several threads.
 */
final class Breaker {
  /** Calls without an answer in a row before the store is asked. */
  static final int SILENCES = 3;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Supplier<CompletableFuture<Boolean>> question;
  private final BiConsumer<Runnable, Duration> timer;
  private final LongSupplier nanoTime;
  private final Duration patience;
  private int silences;
  private int errors;
  private String last = "";
  private long lastGood;
  private Duration pause = Duration.ZERO;
  private long pauseBegan;
  private boolean asked;

  /**
   * @param question asks the store something that no object decides, and tells whether there was an
   *     answer; never fails
   * @param timer runs a task after some time
   * @param patience time without a good answer, after which errors are trouble
   */
  Breaker(
      Supplier<CompletableFuture<Boolean>> question,
      BiConsumer<Runnable, Duration> timer,
      LongSupplier nanoTime,
      Duration patience) {
    this.question = question;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.patience = patience;
    lastGood = nanoTime.getAsLong();
  }

  /** The store answered. */
  synchronized void answered() {
    spoke();
    errors = 0;
    lastGood = nanoTime.getAsLong();
  }

  /** The store answered with an error of its own. */
  synchronized void failed(String reason) {
    spoke();
    errors++;
    last = reason;
  }

  private void spoke() {
    silences = 0;
    pause = Duration.ZERO;
  }

  /** A call got no answer. */
  void silent(String reason) {
    synchronized (this) {
      silences++;
      last = reason;
      if (asked || silences < SILENCES) {
        return;
      }
      asked = true;
    }
    ask();
  }

  private void ask() {
    CompletableFuture<?> unused =
        question
            .get()
            .thenAccept(
                answered -> {
                  synchronized (this) {
                    asked = !answered;
                    if (answered) {
                      spoke();
                      return;
                    }
                    Duration next = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
                    pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
                    pauseBegan = nanoTime.getAsLong();
                    timer.accept(this::ask, pause);
                  }
                });
  }

  /** The time for which no call may be made; zero if calls may. */
  synchronized Duration left() {
    if (pause.isZero()) {
      return Duration.ZERO;
    }
    Duration left = pause.minusNanos(nanoTime.getAsLong() - pauseBegan);
    return left.compareTo(FIRST_PAUSE) < 0 ? FIRST_PAUSE : left;
  }

  /**
   * The reason for which files cannot be had from it, be it silent or in error, in words; null if
   * they can.
   */
  synchronized @Nullable String trouble() {
    if (!pause.isZero()) {
      return silences + " calls in a row had no answer, the last as " + last;
    }
    return errors >= SILENCES && nanoTime.getAsLong() - lastGood > patience.toNanos()
        ? errors + " errors in a row, the last: " + last
        : null;
  }
}
