package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {
  private final Grid<Double> grid = new Grid<>(List.of("raw", "nginx"), List.of("10", "100"));

  @Test
  void showsTheMedianOfEachField() {
    List.of(1.0, 5.0, 3.0).forEach(sample -> grid.add("raw", "10", sample));
    grid.add("nginx", "100", 7.0);

    assertThat(grid.table("CPU", 1, sample -> sample))
        .isEqualTo(
            """
            | CPU | 10 | 100 |
            |---|---:|---:|
            | raw | 3.0 | – |
            | nginx | – | 7.0 |

            """);
  }

  @Test
  void comparesWithinARound() {
    List.of(1.0, 10.0, 100.0).forEach(sample -> grid.add("raw", "10", sample));
    List.of(3.0, 20.0, 200.0).forEach(sample -> grid.add("nginx", "10", sample));

    assertThat(grid.ratios("CPU", "raw", sample -> sample))
        .contains("| CPU: times raw | 10 | 100 |")
        .contains("| raw | 1.00 | – |")
        .contains("| nginx | 2.00 | – |");
  }

  @Test
  void drawsALineForEachContestant() {
    grid.add("raw", "10", 2.0);
    grid.add("raw", "100", 4.0);

    assertThat(grid.lines(sample -> sample).get("raw")).containsExactly(2, 4);
  }
}
