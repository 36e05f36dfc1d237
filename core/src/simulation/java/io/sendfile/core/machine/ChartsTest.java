package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.machine.Crowd.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Algorithms in crowds: the charts of docs/algorithms.md, and what the page finds in them. {@code
 * -Dcharts.write=true} draws them anew.
 */
class ChartsTest {
  private static final Path FOLDER = Path.of("..", "docs", "algorithms");

  private static final List<String> THREE_OF_2009 =
      List.of(Algorithms.SIMPLE_BLOCKING, Algorithms.EQUAL_BLOCKING, Algorithms.EQUAL_NON_BLOCKING);

  /** A newcomer waits until a worker ends its turn, a little longer with longer bursts. */
  private static final double TIE_MILLIS = 0.05;

  /** Virtual time of a crowd with bad clients. */
  private static final int BAD_SECONDS = 20;

  /**
   * Each turn costs, and short bursts are many turns. The machine leaves out full sockets, which
   * cost both sides; on a real one short bursts win (benchmarks/results).
   */
  private static final double TURNS = 0.97;

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

  static Stream<Arguments> cells() {
    return Stream.of(Cells.FAST, Cells.SLOW)
        .flatMap(cells -> Cells.CLIENTS.stream().map(clients -> Arguments.of(cells, clients)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void adaptiveSendsAsMuchAsTheBestButForItsTurns(Cells cells, int clients) {
    double best =
        THREE_OF_2009.stream()
            .mapToDouble(name -> cells.of(name, clients).megabytesPerSecond())
            .max()
            .orElseThrow();
    assertThat(cells.of(Algorithms.ADAPTIVE, clients).megabytesPerSecond())
        .isGreaterThan(TURNS * best);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void adaptiveBeginsAsSoonAsTheBest(Cells cells, int clients) {
    double best =
        THREE_OF_2009.stream()
            .mapToDouble(name -> cells.of(name, clients).initMillis())
            .min()
            .orElseThrow();
    assertThat(cells.of(Algorithms.ADAPTIVE, clients).initMillis())
        .isLessThanOrEqualTo(best + TIE_MILLIS);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void adaptiveIsFair(Cells cells, int clients) {
    assertThat(cells.of(Algorithms.ADAPTIVE, clients).fairness()).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void adaptiveWakesAsSeldomAsTheSocketsAllow(Cells cells, int clients) {
    double least =
        THREE_OF_2009.stream()
            .mapToDouble(name -> cells.of(name, clients).wakeUpsPerMegabyte())
            .min()
            .orElseThrow();
    assertThat(cells.of(Algorithms.ADAPTIVE, clients).wakeUpsPerMegabyte())
        .isLessThan(1.2 * least + 0.2);
  }

  @Test
  void simpleBlockingServesAsManySlowClientsAsItHasWorkers() {
    Figures asMany = Cells.SLOW.of(Algorithms.SIMPLE_BLOCKING, Crowd.WORKERS);
    Figures twice = Cells.SLOW.of(Algorithms.SIMPLE_BLOCKING, 2 * Crowd.WORKERS);
    assertThat(asMany.initMillis()).isLessThan(1);
    assertThat(twice.initMillis()).isGreaterThan(1000);
    assertThat(Cells.SLOW.of(Algorithms.SIMPLE_BLOCKING, 300).megabytesPerSecond())
        .isLessThan(2 * Crowd.WORKERS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {Algorithms.ADAPTIVE, Algorithms.EQUAL_BLOCKING, Algorithms.EQUAL_NON_BLOCKING})
  void theOthersServeManySlowClientsAtOnce(String algorithm) {
    Figures many = Cells.SLOW.of(algorithm, 300);
    assertThat(many.initMillis()).isLessThan(1);
    assertThat(many.megabytesPerSecond()).isGreaterThan(290);
  }

  /** Clients that read nothing, or a byte a second, beside some that read. */
  @ParameterizedTest
  @ValueSource(
      strings = {Algorithms.ADAPTIVE, Algorithms.EQUAL_BLOCKING, Algorithms.EQUAL_NON_BLOCKING})
  void badClientsCostTheOthersNothing(String algorithm) {
    Figures alone = new Crowd(50, Crowd.SLOW, 0, 0, BAD_SECONDS).with(algorithm);
    Figures beside = new Crowd(50, Crowd.SLOW, 10, 10, BAD_SECONDS).with(algorithm);
    assertThat(beside.megabytesPerSecond()).isGreaterThan(0.99 * alone.megabytesPerSecond());
    assertThat(beside.initMillis()).isLessThan(1);
  }

  @Test
  void badClientsStopSimpleBlocking() {
    Figures beside =
        new Crowd(50, Crowd.SLOW, 10, 10, BAD_SECONDS).with(Algorithms.SIMPLE_BLOCKING);
    assertThat(beside.megabytesPerSecond()).isLessThan(1);
  }
}
