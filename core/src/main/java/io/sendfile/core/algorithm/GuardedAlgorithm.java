package io.sendfile.core.algorithm;

import io.sendfile.spi.SendAlgorithm;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Guards a plug-in's algorithm: after its first failure the default algorithm takes over that
 * transfer. Thread-safe.
 */
final class GuardedAlgorithm implements SendAlgorithm {
  private final String name;
  private final SendAlgorithm plugIn;
  private final SendAlgorithm fallback;
  private final Consumer<Throwable> onFailure;
  private final boolean newcomersFirst;

  /**
   * @param name name in configuration
   * @param onFailure called each time the plug-in throws, or returns null
   */
  GuardedAlgorithm(
      String name, SendAlgorithm plugIn, SendAlgorithm fallback, Consumer<Throwable> onFailure) {
    this.name = name;
    this.plugIn = plugIn;
    this.fallback = fallback;
    this.onFailure = onFailure;
    Boolean first = answer(plugIn::newcomersFirst);
    this.newcomersFirst = first == null ? fallback.newcomersFirst() : first;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean newcomersFirst() {
    return newcomersFirst;
  }

  @Override
  public Pace pace() {
    Pace pace = answer(plugIn::pace);
    return pace == null ? fallback.pace() : new GuardedPace(pace);
  }

  private <T> @Nullable T answer(Supplier<@Nullable T> question) {
    try {
      T answer = question.get();
      if (answer == null) {
        onFailure.accept(new NullPointerException("it returned null"));
      }
      return answer;
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
      return null;
    }
  }

  private final class GuardedPace implements Pace {
    private Pace pace;
    private boolean failed;

    GuardedPace(Pace pace) {
      this.pace = pace;
    }

    @Override
    public Burst next(Progress progress) {
      if (!failed) {
        Burst burst = answer(() -> pace.next(progress));
        if (burst != null) {
          return burst;
        }
        failed = true;
        pace = fallback.pace();
      }
      return pace.next(progress);
    }
  }
}
