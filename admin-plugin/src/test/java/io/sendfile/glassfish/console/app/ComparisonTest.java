package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.Comparison.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static Map<String, String> row(String setting, String value, String bytes) {
    return new LinkedHashMap<>(
        Map.of(
            "setting",
            setting,
            "value",
            value,
            "file-bytes",
            bytes,
            "clients",
            "8",
            "failure",
            ""));
  }

  private static Map<String, String> large(String value, String rate, String cpu) {
    Map<String, String> row = row("algorithm", value, "1048576");
    row.put("zero-copy", "true");
    row.put("bytes-per-second", rate);
    row.put("cpu-millis-per-gigabyte", cpu);
    row.put("heap-bytes-per-request", "");
    row.put("first-byte-micros-p50", "250");
    row.put("first-byte-micros-p99", "25000");
    return row;
  }

  @Test
  void barsAreRelativeToTheBestWhetherMoreOrLessIsBetter() {
    Comparison comparison =
        Comparison.of(
                List.of(large("adaptive", "2000000000", "200"), large("other", "500000000", "100")))
            .get(0);
    assertThat(comparison.title()).isEqualTo("algorithm: 8 fast clients, 1 MiB by zero-copy");
    assertThat(comparison.columns())
        .containsExactly(
            "Throughput",
            "CPU per GB",
            "Heap per request",
            "First byte, median",
            "First byte, 99 %");
    assertThat(comparison.lines().get(0).cells())
        .containsExactly(
            new Cell("2.0 GB/s", 100),
            new Cell("200 ms", 50),
            new Cell("–", 0),
            new Cell("0.25 ms", 100),
            new Cell("25 ms", 100));
    assertThat(comparison.lines().get(1).cells())
        .startsWith(new Cell("500 MB/s", 25), new Cell("100 ms", 100));
  }

  @Test
  void smallFilesAreComparedByRequests() {
    Map<String, String> row = row("buffer-policy", "heap", "2048");
    row.put("requests-per-second", "20123.4");
    row.put("cpu-micros-per-request", "31.6");
    Comparison comparison = Comparison.of(List.of(row)).get(0);
    assertThat(comparison.title())
        .isEqualTo("buffer-policy: 8 fast clients, 2 KiB without zero-copy");
    assertThat(comparison.lines().get(0).cells())
        .startsWith(new Cell("20,123/s", 100), new Cell("32 µs", 100));
  }

  @Test
  void settingsAndFilesStandApartAndFailuresInTheirLine() {
    Map<String, String> failed = row("buffer-policy", "mine", "2048");
    failed.put("failure", "it broke");
    failed.put("in-force", "true");
    List<Comparison> all =
        Comparison.of(
            List.of(large("adaptive", "1", "1"), failed, row("buffer-policy", "mine", "1048576")));
    assertThat(all).hasSize(3);
    Comparison.Line line = all.get(1).lines().get(0);
    assertThat(line.failure()).isEqualTo("it broke");
    assertThat(line.inForce()).isTrue();
    assertThat(line.parameter()).isEqualTo("bufferPolicy");
    assertThat(all.get(0).lines().get(0).parameter()).isEqualTo("algorithm");
  }

  private static Map<String, String> slow(String value, String share) {
    Map<String, String> row = row("algorithm", value, "16777216");
    row.put("clients", "200");
    row.put("pace-bytes-per-second", "524288");
    row.put("lowest-share-percent", share);
    row.put("longest-pause-millis-p99", "40");
    row.put("workers-busy", "1.25");
    return row;
  }

  @Test
  void slowClientsAreComparedByTheirShareAndTheirPauses() {
    Comparison comparison = Comparison.of(List.of(slow("adaptive", "99.5"))).get(0);
    assertThat(comparison.title())
        .isEqualTo("algorithm: 200 slow clients, 512 KiB/s each, without zero-copy");
    assertThat(comparison.columns())
        .containsExactly(
            "Lowest share of the pace",
            "Longest pause, 99 %",
            "Throughput",
            "CPU per GB",
            "Workers busy",
            "Most in buffers");
    assertThat(comparison.lines().get(0).cells())
        .startsWith(new Cell("99.5 %", 100), new Cell("40 ms", 100));
  }

  @Test
  void valueIsOfferedOnlyIfBetterInOneSituationAndWorseInNone() {
    List<Map<String, String>> rows = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      for (String value : List.of("adaptive", "good", "starving")) {
        boolean inForce = value.equals("adaptive");
        Map<String, String> fast = large(value, "1000000000", inForce ? "200" : "100");
        Map<String, String> slow = slow(value, value.equals("starving") ? "2" : "99");
        for (Map<String, String> row : List.of(fast, slow)) {
          row.put("in-force", String.valueOf(inForce));
          rows.add(row);
        }
      }
    }
    List<Comparison> all = Comparison.of(rows);
    assertThat(all).hasSize(2).allSatisfy(each -> assertThat(each.lines()).hasSize(3));
    assertThat(all.get(0).lines())
        .extracting(line -> line.difference() + " " + line.supported())
        .containsExactly(" false", "better true", "better false");
    assertThat(all.get(1).lines())
        .extracting(Comparison.Line::difference)
        .containsExactly("", "no difference", "worse");
    assertThat(Comparison.conclusions(rows))
        .anySatisfy(sentence -> assertThat(sentence).endsWith("worse in none: good."))
        .anySatisfy(sentence -> assertThat(sentence).startsWith("Not measured: real networks"));
  }

  @Test
  void loadOfTheMachineIsAConclusionToo() {
    Map<String, String> quiet = row("algorithm", "adaptive", "1048576");
    quiet.putAll(Map.of("processors", "2", "processors-busy", "1.25", "load-average", "3.50"));
    Map<String, String> busy = row("algorithm", "other", "1048576");
    busy.putAll(Map.of("processors", "2", "processors-busy", "1.75", "load-average", "0.50"));
    assertThat(Comparison.conclusions(List.of(quiet, busy)))
        .contains(
            "Meanwhile the server kept 1.5 of 2 processors busy, clients included; the"
                + " system's load average was up to 3.50.");
    assertThat(Comparison.conclusions(List.of())).isEmpty();
  }
}
