package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private final History history = new History(Duration.ofSeconds(10));

  private static Sample at(long seconds, long bytes) {
    return new Sample(seconds * 1000, 0, bytes, 0, 0, Map.of());
  }

  @Test
  void keepsTheLastWhile() {
    for (int second = 0; second <= 30; second++) {
      history.add(at(second, 0));
    }
    assertThat(history.since(0)).extracting(Sample::at).first().isEqualTo(20_000L);
    assertThat(history.since(0)).hasSize(11);
  }

  @Test
  void tellsWhatIsNewAndTheOneBefore() {
    history.add(at(1, 0));
    history.add(at(3, 0));
    history.add(at(5, 0));
    assertThat(history.since(3000)).extracting(Sample::at).containsExactly(3000L, 5000L);
    assertThat(history.since(9000)).extracting(Sample::at).containsExactly(5000L);
  }

  @Test
  void rateIsCountedBetweenTwo() {
    assertThat(at(3, 5000).bytesPerSecondSince(at(1, 1000))).isEqualTo(2000);
  }

  @Test
  void thereIsNoRateAcrossAReset() {
    Sample reset = new Sample(3000, 2000, 5000, 0, 0, Map.of());
    assertThat(reset.bytesPerSecondSince(at(1, 1000))).isZero();
    assertThat(at(1, 10).bytesPerSecondSince(at(1, 0))).isZero();
  }
}
