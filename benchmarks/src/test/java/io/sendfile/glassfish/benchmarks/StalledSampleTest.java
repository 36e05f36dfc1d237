package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.benchmarks.StalledSample.View;
import io.sendfile.glassfish.benchmarks.StalledTable.Probe;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StalledSampleTest {
  private static View view(double megabytes, double descriptors, double heap, double own) {
    return new View(
        new ServerProcess.State(90, megabytes, descriptors), new LiveHeap(heap, own), Map.of());
  }

  private final StalledSample sample =
      new StalledSample(
          1000, view(400, 400, 0, 0), view(410, 420, 5e6, 1e5), view(430, 2420, 45e6, 8e5));

  @Test
  void sharesTheGrowthBetweenTheClients() {
    assertThat(sample.heapKilobytes()).isEqualTo(40);
    assertThat(sample.ownKilobytes()).isEqualTo(0.7);
    assertThat(sample.descriptors()).isEqualTo(2);
  }

  @Test
  void countsTheMemoryOfTheProcessFromTheStart() {
    assertThat(sample.rssKilobytes()).isEqualTo(30);
  }

  @Test
  void hasNoLatencyWhereNothingWasAsked() {
    View asked = view(0, 0, 0, 0).with(Map.of(Probe.FILE, Map.of("p99", 1500.0)));

    assertThat(asked.freshMillis(Probe.FILE, "p99")).isEqualTo(1.5);
    assertThat(asked.freshMillis(Probe.HELLO, "p99")).isNaN();
  }
}
