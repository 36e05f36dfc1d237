package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void readsTheLineOfTheLoadClient() {
    Sample sample =
        Sample.parse(
            "requests=4 bytes=2000000000 micros=1000000 cpu=100000 reconnects=0 p50=1500 p99=2000\n",
            0.5,
            0.8);

    assertThat(sample.cpuSecondsPerGigabyte()).isEqualTo(0.25);
    assertThat(sample.totalCpuSecondsPerGigabyte()).isEqualTo(0.3);
    assertThat(sample.machineSecondsPerGigabyte()).isEqualTo(0.4);
    assertThat(sample.cpuMicrosPerRequest()).isEqualTo(125_000);
    assertThat(sample.totalCpuMicrosPerRequest()).isEqualTo(150_000);
    assertThat(sample.machineMicrosPerRequest()).isEqualTo(200_000);
    assertThat(sample.megabytesPerSecond()).isEqualTo(2000);
    assertThat(sample.requestsPerSecond()).isEqualTo(4);
    assertThat(sample.p50Millis()).isEqualTo(1.5);
    assertThat(sample.p99Millis()).isEqualTo(2);
  }

  @Test
  void hasNoCostOfARequestWhereNoneCameToItsEnd() {
    Sample sample = new Sample(0, 1_000, 1, 0.5, 0, 0, 0, 0);

    assertThat(sample.cpuMicrosPerRequest()).isNaN();
  }

  @Test
  void namesTheValueThatIsMissing() {
    assertThatThrownBy(() -> Sample.parse("requests=4 bytes=1", 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("micros");
  }
}
