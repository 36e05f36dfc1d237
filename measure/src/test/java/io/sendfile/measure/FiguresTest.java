package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.measure.Figures.MachineLoad;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final MachineLoad UNKNOWN =
      new MachineLoad(OptionalDouble.empty(), OptionalDouble.empty());

  @Test
  void areRatesAndCostsOfWhatWasSent() {
    Figures figures =
        new Figures(
            400,
            400_000_000,
            2_000_000_000,
            OptionalLong.of(100_000_000),
            OptionalLong.of(4_000),
            7,
            9,
            UNKNOWN,
            null);
    assertThat(figures.requestsPerSecond()).isEqualTo(200);
    assertThat(figures.bytesPerSecond()).isEqualTo(200e6);
    assertThat(figures.cpuMicrosPerRequest()).hasValue(250);
    assertThat(figures.cpuMillisPerGigabyte()).hasValue(250);
    assertThat(figures.heapBytesPerRequest()).hasValue(10);
  }

  @Test
  void tellNothingThatTheJvmDoesNotTell() {
    Figures figures =
        new Figures(1, 1, 1, OptionalLong.empty(), OptionalLong.empty(), 1, 1, UNKNOWN, null);
    assertThat(figures.cpuMicrosPerRequest()).isEmpty();
    assertThat(figures.cpuMillisPerGigabyte()).isEmpty();
    assertThat(figures.heapBytesPerRequest()).isEmpty();
  }

  @Test
  void costOfNoByteIsUnknown() {
    Figures figures =
        new Figures(0, 0, 1, OptionalLong.of(5), OptionalLong.of(5), 0, 0, UNKNOWN, null);
    assertThat(figures.cpuMillisPerGigabyte()).isEmpty();
    assertThat(figures.cpuMicrosPerRequest()).isEmpty();
  }

  @Test
  void percentilesAreThoseOfAllSamples() {
    Samples odd = new Samples();
    Samples even = new Samples();
    LongStream.rangeClosed(1, 100).forEach(i -> (i % 2 == 0 ? even : odd).add(i));
    long[] sorted = Samples.sorted(List.of(odd, even));
    assertThat(Samples.percentile(sorted, 0.5)).isEqualTo(50);
    assertThat(Samples.percentile(sorted, 0.99)).isEqualTo(99);
    assertThat(Samples.percentile(new long[0], 0.5)).isZero();
  }

  @Test
  void lastSamplesAreKeptWhenThereAreMany() {
    Samples many = new Samples();
    LongStream.range(0, 200_000).forEach(many::add);
    long[] sorted = Samples.sorted(List.of(many));
    assertThat(sorted).hasSize(1 << 16).startsWith(200_000 - (1 << 16)).endsWith(199_999);
  }
}
