package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.benchmarks.JvmProbe.Reading;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BufferSampleTest {
  private static final Reading BEFORE = new Reading(10, Map.of(1L, 1000L, 2L, 5000L), 7, 100, 0);

  @Test
  void bringsTheFiguresOfThePartToOneRequest() {
    Reading after = new Reading(12, Map.of(1L, 2_001_000L, 2L, 5000L), 11, 130, 4_000_000);
    BufferSample sample = new BufferSample(500, 0.1, BEFORE, after);

    assertThat(sample.kilobytesPerRequest()).isEqualTo(2);
    assertThat(sample.cpuMicrosPerRequest()).isEqualTo(100);
    assertThat(sample.pausesPerSecond()).isEqualTo(2);
    assertThat(sample.pausedMillisPerSecond()).isEqualTo(15);
    assertThat(sample.directMegabytes()).isEqualTo(4);
  }

  @Test
  void countsThreadsThatBeganMeanwhileAndForgetsThoseThatEnded() {
    Reading after = new Reading(11, Map.of(2L, 6000L, 3L, 500L), 7, 100, 0);

    assertThat(after.allocatedSince(BEFORE)).isEqualTo(1500);
  }
}
