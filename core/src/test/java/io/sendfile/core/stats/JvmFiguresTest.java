package io.sendfile.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Figures by the names of methods, which HotSpot has. */
class JvmFiguresTest {
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void unixTellsDescriptors() {
    long open = JvmFigures.openDescriptors().orElseThrow();
    assertThat(open).isPositive().isLessThanOrEqualTo(JvmFigures.mostDescriptors().orElseThrow());
  }
}
