package io.sendfile.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Figures by the names of methods, which HotSpot has. */
class JvmFiguresTest {
  @Test
  void processTellsItsTimeAndThreadsWhatTheyAllocate() {
    assertThat(JvmFigures.cpuNanos().orElseThrow()).isPositive();
    long[] self = {Thread.currentThread().getId()};
    long before = Objects.requireNonNull(JvmFigures.allocatedBytes(self))[0];
    byte[] allocated = new byte[1 << 20];
    assertThat(Objects.requireNonNull(JvmFigures.allocatedBytes(self))[0] - before)
        .isGreaterThanOrEqualTo(allocated.length);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void unixTellsDescriptors() {
    long open = JvmFigures.openDescriptors().orElseThrow();
    assertThat(open).isPositive().isLessThanOrEqualTo(JvmFigures.mostDescriptors().orElseThrow());
  }
}
