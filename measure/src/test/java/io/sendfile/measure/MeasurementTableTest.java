package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.measure.Figures.MachineLoad;
import io.sendfile.measure.Figures.Pacing;
import io.sendfile.measure.Plan.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MeasurementTableTest {
  private static final Variant ADAPTIVE = new Variant(Kind.ALGORITHM, "adaptive");
  private static final Variant HEAP = new Variant(Kind.BUFFER_POLICY, "heap");

  private static Figures figures(OptionalLong heap) {
    return new Figures(
        1_000,
        1_048_576_000,
        1_000_000_000,
        OptionalLong.of(200_000_000),
        heap,
        250_000,
        1_500_000,
        new MachineLoad(OptionalDouble.of(0.75), OptionalDouble.of(1.5)),
        null);
  }

  private static Figures slow() {
    return new Figures(
        0,
        52_428_800,
        1_000_000_000,
        OptionalLong.of(10_000_000),
        OptionalLong.empty(),
        0,
        0,
        new MachineLoad(OptionalDouble.empty(), OptionalDouble.empty()),
        new Pacing(0.995, 40_000_000, 1.25, OptionalLong.of(65_536)));
  }

  @Test
  void slowClientsHaveATableOfTheirOwn() {
    String text =
        MeasurementTable.text(
            List.of(of("server", new Result.Measured(ADAPTIVE, Load.SLOW, true, slow()))), false);
    assertThat(text.lines())
        .element(0)
        .isEqualTo("200 slow clients, 512 KiB/s each, by algorithm, by zero-copy:");
    assertThat(text.lines().skip(1).findFirst().orElseThrow().split(" +"))
        .containsExactly(
            "algorithm",
            "compared",
            "lowest-share-%",
            "pause-millis-p99",
            "MB/s",
            "cpu-millis/GB",
            "workers-busy",
            "buffer-KiB");
    assertThat(text.lines().skip(2).findFirst().orElseThrow().split(" +"))
        .containsExactly("adaptive", "in-force", "99.5", "40", "52.4", "190.7", "1.3", "64.0");
  }

  private static Map<String, String> of(String instance, Result result) {
    Map<String, String> row = new LinkedHashMap<>(Map.of("instance", instance));
    row.putAll(MeasurementRows.row(result));
    return row;
  }

  @Test
  void tellsEachKindAndFileUnderAHeading() {
    List<Map<String, String>> rows =
        List.of(
            of(
                "server",
                new Result.Measured(ADAPTIVE, Load.LARGE, true, figures(OptionalLong.of(5_000)))),
            of("server", new Result.Failed(HEAP, Load.SMALL, false, "it broke")));
    String text = MeasurementTable.text(rows, false);
    assertThat(text.lines())
        .element(0)
        .isEqualTo("8 fast clients, 1024 KiB, by algorithm, by zero-copy:");
    assertThat(text.lines().skip(1).findFirst().orElseThrow().split(" +"))
        .containsExactly(
            "algorithm",
            "compared",
            "requests/s",
            "MB/s",
            "cpu-micros/request",
            "cpu-millis/GB",
            "heap-bytes/request",
            "first-byte-micros-p50",
            "first-byte-micros-p99");
    assertThat(text.lines().skip(2).findFirst().orElseThrow().split(" +"))
        .containsExactly(
            "adaptive", "in-force", "1000.0", "1048.6", "200.0", "190.7", "5", "250", "1500");
    assertThat(text)
        .contains("not compared, which takes 4 rounds")
        .contains("buffer-policy heap was not measured: it broke")
        .contains("no benchmark", "Not measured: real networks")
        .contains("kept 1.5 of ", "the system's load average was up to 0.75.");
  }

  @Test
  void whatTheJvmDoesNotTellIsADash() {
    String text =
        MeasurementTable.text(
            List.of(
                of(
                    "server",
                    new Result.Measured(
                        ADAPTIVE, Load.LARGE, false, figures(OptionalLong.empty())))),
            false);
    assertThat(text.lines().skip(2).findFirst().orElseThrow()).contains(" -  ");
  }

  @Test
  void rowsOfSeveralServersNameThem() {
    Result result = new Result.Measured(ADAPTIVE, Load.LARGE, false, figures(OptionalLong.empty()));
    String text = MeasurementTable.text(List.of(of("i1", result), of("i2", result)), true);
    assertThat(text.lines().toList())
        .anySatisfy(line -> assertThat(line).startsWith("i1        adaptive"))
        .anySatisfy(line -> assertThat(line).startsWith("i2: Meanwhile the server kept"));
  }
}
