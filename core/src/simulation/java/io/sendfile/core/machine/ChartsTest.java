package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.machine.Crowd.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The charts of docs/algorithms.md are those of the engine. {@code -Dcharts.write=true} draws them
 * anew.
 */
class ChartsTest {
  private static final Path FOLDER = Path.of("..", "docs", "algorithms");

  static Stream<Arguments> charts() {
    return Stream.of(
        chart("init-fast", "Fast clients: time to the first byte, ms", true, Figures::initMillis),
        chart(
            "init-slow",
            "Clients of 1 MB/s: time to the first byte, ms",
            true,
            Figures::initMillis),
        chart("total-fast", "Fast clients: all together, MB/s", false, Figures::megabytesPerSecond),
        chart(
            "total-slow",
            "Clients of 1 MB/s: all together, MB/s",
            false,
            Figures::megabytesPerSecond),
        chart(
            "fairness-fast", "Fast clients: fairness (1 = equal shares)", false, Figures::fairness),
        chart(
            "fairness-slow",
            "Clients of 1 MB/s: fairness (1 = equal shares)",
            false,
            Figures::fairness));
  }

  private static Arguments chart(
      String name, String title, boolean logarithmic, ToDoubleFunction<Figures> value) {
    Cells cells = name.endsWith("fast") ? Cells.FAST : Cells.SLOW;
    List<String> columns = Cells.CLIENTS.stream().map(String::valueOf).toList();
    return Arguments.of(
        name, new Chart(title, "clients", columns, logarithmic, cells.lines(value)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("charts")
  void isTheCommittedOne(String name, Chart chart) throws IOException {
    Path file = FOLDER.resolve(name + ".svg");
    if (Boolean.getBoolean("charts.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, chart.svg());
    }
    assertThat(file).content().isEqualTo(chart.svg());
  }
}
