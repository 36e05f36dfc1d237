package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsentBoundTest {
  private final UnsentBound bound = new UnsentBound();
  private long nanos = -5_000_000;
  private long taken;

  /** The client takes the bytes of half the bound at this rate, and as many come after them. */
  private int fullAgain(long bytesPerSecond) {
    long bytes = bound.bound() / 2;
    nanos += bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    taken += bytes;
    return bound.full(nanos, taken);
  }

  private int settled(long bytesPerSecond) {
    bound.begin();
    for (int i = 0; i < 12; i++) {
      bound.bounded(fullAgain(bytesPerSecond));
    }
    return bound.bound();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 16384",
    "20000, 16384",
    "40000, 32768",
    "80000, 65536",
    "100000, 131072",
    "131072, 131072",
    "200000, 131072",
    "300000, 262144",
    "1000000, 524288",
    "1050000, 1048576",
    "1999999, 1048576",
    "2000000, 131072",
    "1000000000, 131072"
  })
  void boundIsOfAboutASecondForASlowClient(long bytesPerSecond, int bound) {
    assertThat(settled(bytesPerSecond)).isEqualTo(bound);
  }

  @Test
  void twoTimesOfEmptyingItTellTheRate() {
    assertThat(fullAgain(1_000_000)).isEqualTo(UnsentBound.FIRST);
    assertThat(fullAgain(1_000_000)).isEqualTo(UnsentBound.FIRST);
    assertThat(fullAgain(1_000_000)).isEqualTo(512 << 10);
  }

  @Test
  void rateThatSwaysAboutABoundLeavesItAsItIs() {
    assertThat(settled(540_000)).isEqualTo(512 << 10);
    for (int i = 0; i < 20; i++) {
      assertThat(fullAgain(i % 2 == 0 ? 480_000 : 560_000)).isEqualTo(512 << 10);
    }
  }

  @Test
  void clientThatBecomesSlowerOrFasterIsFollowed() {
    assertThat(settled(1_500_000)).isEqualTo(1 << 20);
    assertThat(settled(30_000)).isEqualTo(16 << 10);
    assertThat(settled(5_000_000)).isEqualTo(UnsentBound.FIRST);
  }

  @Test
  void momentThatIsTheSameTellsNothing() {
    for (int i = 0; i < 5; i++) {
      assertThat(bound.full(nanos, taken += 1000)).isEqualTo(UnsentBound.FIRST);
    }
  }

  @Test
  void nextDownloadBeginsWithTheBoundOfTheLastOne() {
    assertThat(settled(1_000_000)).isEqualTo(512 << 10);
    bound.begin();
    taken = 0;
    nanos += TimeUnit.MINUTES.toNanos(1);
    assertThat(fullAgain(1_000_000)).isEqualTo(512 << 10);
    assertThat(fullAgain(1_000_000)).isEqualTo(512 << 10);
    assertThat(fullAgain(1_000_000)).isEqualTo(512 << 10);
  }
}
