package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakLineTest {
  private final SoakLine heap = new SoakLine("Heap", 1.1, 2, SoakMinute::heapMegabytes);

  static SoakMinute minute(double heap) {
    return new SoakMinute(
        heap,
        1,
        new ServerProcess.State(90, 400, 500),
        List.of(1.0, 2.0),
        List.of(3.0),
        Map.of("Completed", 10L));
  }

  private static List<SoakMinute> minutes(double... heaps) {
    return IntStream.range(0, heaps.length).mapToObj(i -> minute(heaps[i])).toList();
  }

  @Test
  void isFlatWhileTheLastQuarterStaysNearTheSecondOne() {
    assertThat(heap.isFlat(minutes(10, 50, 90, 57))).isTrue();
    assertThat(heap.isFlat(minutes(10, 50, 90, 58))).isFalse();
  }

  @Test
  void comparesMediansSoThatOneMinuteDecidesNothing() {
    List<SoakMinute> minutes = minutes(9, 9, 9, 50, 51, 52, 50, 50, 50, 50, 900, 50);

    assertThat(heap.before(minutes)).isEqualTo(51);
    assertThat(heap.after(minutes)).isEqualTo(50);
    assertThat(heap.isFlat(minutes)).isTrue();
  }

  @Test
  void isNotFlatWhereRequestsWereNotAnswered() {
    SoakLine latency = new SoakLine("Latency", 2, 20, m -> SoakMinute.quantile(m.handOff(), 0.99));
    SoakMinute lost =
        new SoakMinute(
            1,
            1,
            new ServerProcess.State(1, 1, 1),
            List.of(),
            List.of(Double.POSITIVE_INFINITY),
            Map.of());

    assertThat(latency.isFlat(List.of(minute(1), minute(1), minute(1), lost))).isFalse();
  }

  @Test
  void isNotFlatWithoutFigures() {
    SoakLine unknown = new SoakLine("Nothing", 1.1, 2, minute -> Double.NaN);

    assertThat(unknown.isFlat(minutes(1, 1, 1, 1))).isFalse();
  }

  @Test
  void showsNumbersOfTransfersWithoutJudgingThem() {
    SoakLine completed = SoakLine.ALL.get(9);

    assertThat(completed.title()).isEqualTo("Completed, per minute");
    assertThat(completed.isFlat(minutes(1, 1, 1, 1))).isTrue();
    assertThat(completed.values(minutes(1, 1))).containsExactly(10, 10);
  }
}
