package io.sendfile.glassfish.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainMonitorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STARTING | 0 | 0 | 0 | the server starts, new downloads are admitted",
        "READY | 9 | 0 | 0 | new downloads are admitted",
        "DRAINING | 12 | 243 | 0 | draining: 12 downloads, 4:03 left",
        "DRAINING | 1 | 7 | 0 | draining: 1 download, 0:07 left",
        "DRAINING | 0 | 7 | 0 | drained: no download is left",
        "DRAINING | 0 | 0 | 3 | drained: no download is left, 3 ended at the deadline",
        "STOPPING | 2 | 0 | 0 | stopping: 2 downloads"
      })
  void saysInAFewWordsWhatIsGoingOn(
      DrainPhase phase, int running, int seconds, int ended, String words) {
    DrainState state = new DrainState(phase, running, Duration.ofSeconds(seconds), ended);
    assertThat(DrainMonitor.summary(state)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BEGUN | 12 | 0 | New downloads are refused; 12 downloads may go on until"
            + " 2026-11-30T16:30:00Z",
        "BEGUN | 0 | 0 | New downloads are refused; none is running",
        "MOVED | 1 | 0 | The drain has another deadline; 1 download may go on until"
            + " 2026-11-30T16:30:00Z",
        "EMPTY | 0 | 0 | No download is left",
        "EMPTY | 0 | 3 | No download is left, 3 ended at the deadline",
        "RESUMED | 2 | 0 | New downloads are accepted again"
      })
  void saysOfEachStepWhatItMeansForDownloads(
      Drain.Step step, int running, int ended, String words) {
    DrainState state = new DrainState(DrainPhase.DRAINING, running, Duration.ofMinutes(30), ended);
    Instant now = Instant.parse("2026-11-30T16:00:00.5Z");
    assertThat(DrainMonitor.sentence(step, state, now)).isEqualTo(words);
  }
}
