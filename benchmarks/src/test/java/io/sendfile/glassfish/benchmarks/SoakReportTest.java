package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakReportTest {
  private static List<SoakMinute> minutes(int count, double growth) {
    return IntStream.range(0, count).mapToObj(i -> SoakLineTest.minute(50 + i * growth)).toList();
  }

  private static SoakReport report(List<SoakMinute> minutes, long failures) {
    return new SoakReport(
        minutes, Map.of(SoakClient.FAST, 100L), Map.of(SoakClient.FAST, failures));
  }

  @Test
  void namesWhatIsNotFlat() {
    assertThat(report(minutes(8, 10), 0).faults())
        .containsExactly("Heap after a collection, MB is not flat");
    assertThat(report(minutes(8, 0), 0).faults()).isEmpty();
  }

  @Test
  void namesClientsThatMetFailures() {
    assertThat(report(minutes(8, 0), 3).faults()).containsExactly("3 visits of FAST went wrong");
  }

  @Test
  void hasOneRowForEachMinuteOrForEveryFewOfMany() {
    assertThat(report(minutes(10, 0), 0).markdown()).contains("\n| 1 |", "\n| 10 |");
    assertThat(report(minutes(120, 0), 0).markdown())
        .contains("\n| 4 |", "\n| 120 |")
        .doesNotContain("\n| 1 |");
  }

  @Test
  void drawsAPanelForEachLine() {
    String svg = SoakChart.svg("A soak", minutes(8, 10));

    assertThat(svg.split("<polyline", -1)).hasSize(SoakLine.ALL.size() + 1);
    assertThat(svg).contains("Heap after a collection, MB", "8 min").doesNotContain("NaN");
  }
}
