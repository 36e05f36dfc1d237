package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sendfile.measure.PacedClients.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingPaceTest {
  private static final long MILLI = 1_000_000;
  private static final int PACE = 1_000_000;

  private final ReadingPace pace = new ReadingPace(PACE, 0);

  @Test
  void allowsTheBytesOfTheTimeThatHasPassed() {
    assertThat(pace.allowed(20 * MILLI)).isEqualTo(20_000);
    pace.read(15_000, 20 * MILLI);
    assertThat(pace.allowed(20 * MILLI)).isEqualTo(5_000);
    assertThat(pace.allowed(30 * MILLI)).isEqualTo(15_000);
  }

  @Test
  void timeWithoutBytesIsLostButForAMoment() {
    assertThat(pace.allowed(5_000 * MILLI)).isEqualTo(200_000);
  }

  @Test
  void shareAndPauseAreThoseSinceTheRecordBegan() {
    pace.allowed(500 * MILLI);
    pace.read(1, 500 * MILLI);
    pace.begin(1_000 * MILLI);
    pace.allowed(1_200 * MILLI);
    pace.read(50_000, 1_200 * MILLI);
    pace.read(50_000, 1_300 * MILLI);
    assertThat(pace.bytes()).isEqualTo(100_000);
    assertThat(pace.share(1_400 * MILLI)).isEqualTo(0.25, within(1e-9));
    assertThat(pace.longestPause(1_400 * MILLI)).isEqualTo(200 * MILLI);
    assertThat(pace.longestPause(1_900 * MILLI)).as("still waiting").isEqualTo(600 * MILLI);
  }

  @Test
  void progressIsThatOfTheClientThatGotLeast() {
    ReadingPace starved = new ReadingPace(PACE, 0);
    pace.read(100_000, 100 * MILLI);
    Progress progress = Progress.of(List.of(pace, starved), 100 * MILLI);
    assertThat(progress.bytes()).isEqualTo(100_000);
    assertThat(progress.lowestShare()).isZero();
    assertThat(progress.longestPauseNanos()).isEqualTo(100 * MILLI);
    assertThat(Progress.of(List.of(pace), 100 * MILLI).lowestShare()).isEqualTo(1);
  }
}
