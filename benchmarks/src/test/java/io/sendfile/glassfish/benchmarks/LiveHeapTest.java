package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveHeapTest {
  private static final List<String> HISTOGRAM =
      List.of(
          "4711:",
          " num     #instances         #bytes  class name (module)",
          "-------------------------------------------------------",
          "   1:         10000        3000000  [B (java.base@17.0.15)",
          "   2:           100          16400  io.sendfile.core.transfer.Transfer",
          "   3:             1           1000  [Lio.sendfile.spi.Outcome;",
          "Total         10101        3017400");

  @Test
  void tellsTheProjectsOwnObjectsFromTheOthers() {
    assertThat(LiveHeap.parse(HISTOGRAM)).isEqualTo(new LiveHeap(3_017_400, 17_400));
  }

  @Test
  void knowsAProcessThatIsNoJavaByItsAbsentFigures() {
    assertThat(LiveHeap.of(new ServerProcess(List.of(1L))).bytes()).isNaN();
  }
}
