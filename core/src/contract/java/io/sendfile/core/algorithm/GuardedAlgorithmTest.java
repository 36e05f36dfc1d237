package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.SendAlgorithm.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** An algorithm that throws is counted, and harms nothing else. */
class GuardedAlgorithmTest {
  private static final Progress FIRST = new Progress(0, 1 << 20, 0, 0, false);

  private final List<Throwable> failures = new ArrayList<>();

  private SendAlgorithm guarded(Supplier<Pace> pace, Supplier<Boolean> newcomersFirst) {
    SendAlgorithm plugIn =
        new SendAlgorithm() {
          @Override
          public String name() {
            throw new IllegalStateException("name");
          }

          @Override
          public Pace pace() {
            return pace.get();
          }

          @Override
          public boolean newcomersFirst() {
            return newcomersFirst.get();
          }
        };
    return new GuardedAlgorithm("mine", plugIn, new MultiBurst("stand-in", 5, true), failures::add);
  }

  private void assertStoodInFor(SendAlgorithm algorithm) {
    assertThat(algorithm.pace().next(FIRST)).isEqualTo(new Burst(5, true));
    assertThat(failures).hasSize(1);
  }

  private static <T> T fail(Error problem) {
    throw problem;
  }

  @Test
  void paceThatIsNotGivenIsStoodInFor() {
    assertStoodInFor(guarded(() -> fail(new AssertionError("pace")), () -> false));
    assertThat(failures.get(0)).hasMessage("pace");
  }

  @Test
  void burstThatIsNotGivenIsStoodInFor() {
    assertStoodInFor(guarded(() -> progress -> fail(new StackOverflowError()), () -> false));
  }

  @Test
  void burstWithoutBytesIsStoodInFor() {
    assertStoodInFor(guarded(() -> progress -> new Burst(0, false), () -> false));
  }

  @SuppressWarnings("NullAway") // Plug-ins in other languages may return null.
  @Test
  void nothingIsStoodInFor() {
    assertStoodInFor(guarded(() -> null, () -> false));
    failures.clear();
    assertStoodInFor(guarded(() -> progress -> null, () -> false));
  }

  @Test
  void transferThatWasStoodInForIsNotGivenBack() {
    boolean[] fails = {true};
    Pace sometimes = progress -> fails[0] ? fail(new LinkageError("once")) : new Burst(7, false);
    Pace pace = guarded(() -> sometimes, () -> false).pace();
    assertThat(pace.next(FIRST)).isEqualTo(new Burst(5, true));
    fails[0] = false;
    assertThat(pace.next(FIRST)).isEqualTo(new Burst(5, true));
    assertThat(failures).hasSize(1);
  }

  @Test
  void whetherNewcomersGoFirstIsAskedOnceAndStoodInFor() {
    SendAlgorithm algorithm =
        guarded(() -> progress -> new Burst(7, false), () -> fail(new AssertionError()));
    assertThat(algorithm.newcomersFirst()).isFalse();
    assertThat(algorithm.pace().next(FIRST)).isEqualTo(new Burst(7, false));
    assertThat(failures).hasSize(1);
  }

  /** A well-behaved plug-in keeps the contract of all algorithms through the guard. */
  @Nested
  class Working extends SendAlgorithmContract {
    @Override
    SendAlgorithm algorithm(long burstBytes) {
      SendAlgorithm own = Algorithms.of(Algorithms.ADAPTIVE, burstBytes);
      return guarded(own::pace, own::newcomersFirst);
    }
  }
}
