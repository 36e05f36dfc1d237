package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.measure.Conclusions.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConclusionsTest {
  private final List<Map<String, String>> rows = new ArrayList<>();

  /** Four rounds of a value; {@code adaptive} is in force. */
  private Map<String, String> rounds(Load load, String value, String key, double... figures) {
    for (double figure : figures) {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("setting", "algorithm");
      row.put("value", value);
      row.put("in-force", String.valueOf(value.equals("adaptive")));
      row.put("file-bytes", String.valueOf(load.fileBytes()));
      row.put("clients", String.valueOf(load.clients()));
      row.put("pace-bytes-per-second", String.valueOf(load.bytesPerSecond()));
      row.put("failure", "");
      row.put(key, String.valueOf(figure));
      rows.add(row);
    }
    return rows.get(rows.size() - 1);
  }

  private Map<String, String> fast(String value, double... requests) {
    return rounds(Load.LARGE, value, "requests-per-second", requests);
  }

  private Map<String, String> slow(String value, double... shares) {
    return rounds(Load.SLOW, value, "lowest-share-percent", shares);
  }

  private Conclusions conclusions() {
    return new Conclusions(rows);
  }

  private Difference difference(Map<String, String> row) {
    return conclusions().difference(row);
  }

  @Test
  void overlappingRoundsMakeNoDifference() {
    fast("adaptive", 100, 101, 99, 150);
    Map<String, String> other = fast("other", 200, 210, 149, 220);
    assertThat(difference(other)).isEqualTo(Difference.NONE);
    assertThat(conclusions().supports(other)).isFalse();
  }

  @Test
  void differenceBelowATenthIsNone() {
    fast("adaptive", 100, 101, 100, 101);
    assertThat(difference(fast("other", 105, 106, 105, 106))).isEqualTo(Difference.NONE);
  }

  @Test
  void roundsApartAreBetterOrWorse() {
    fast("adaptive", 100, 101, 100, 101);
    assertThat(difference(fast("more", 150, 151, 140, 150))).isEqualTo(Difference.BETTER);
    assertThat(difference(fast("less", 50, 51, 40, 50))).isEqualTo(Difference.WORSE);
    rounds(Load.SLOW, "adaptive", "cpu-millis-per-gigabyte", 100, 101, 100, 101);
    assertThat(difference(rounds(Load.SLOW, "less", "cpu-millis-per-gigabyte", 50, 51, 40, 50)))
        .as("less processor time")
        .isEqualTo(Difference.BETTER);
  }

  @Test
  void pausesOfATickOrTwoMakeNoDifference() {
    rounds(Load.SLOW, "adaptive", "longest-pause-millis-p99", 20, 21, 20, 22);
    assertThat(difference(rounds(Load.SLOW, "other", "longest-pause-millis-p99", 60, 61, 62, 60)))
        .isEqualTo(Difference.NONE);
  }

  @Test
  void threeRoundsAreTooFew() {
    fast("adaptive", 100, 101, 100);
    assertThat(difference(fast("other", 200, 200, 200))).isEqualTo(Difference.UNKNOWN);
    assertThat(conclusions().sentence("algorithm"))
        .isEqualTo(
            "algorithm: not compared, which takes 4 rounds of the value in force and of another"
                + " one.");
  }

  @Test
  void valueIsSupportedIfBetterInOneSituationAndWorseInNone() {
    fast("adaptive", 100, 101, 100, 101);
    slow("adaptive", 99, 100, 99, 100);
    Map<String, String> good = fast("good", 200, 201, 200, 201);
    slow("good", 99, 99, 100, 100);
    Map<String, String> starving = fast("starving", 200, 201, 200, 201);
    slow("starving", 1, 2, 1, 2);
    Map<String, String> unknown = fast("unknown", 200, 201, 200, 201);
    assertThat(conclusions().supports(good)).isTrue();
    assertThat(conclusions().supports(starving)).isFalse();
    assertThat(conclusions().supports(unknown)).as("slow clients not measured").isFalse();
    assertThat(conclusions().sentence("algorithm")).endsWith("and worse in none: good.");
  }

  @Test
  void figuresThatContradictEachOtherAreNoRecommendation() {
    fast("adaptive", 100, 101, 100, 101);
    Map<String, String> other = fast("other", 200, 201, 200, 201);
    rows.forEach(
        row ->
            row.put(
                "cpu-millis-per-gigabyte",
                row.getOrDefault("value", "").equals("other") ? "300" : "100"));
    assertThat(difference(other)).isEqualTo(Difference.MIXED);
  }

  @Test
  void failedRoundIsNotCompared() {
    fast("adaptive", 100, 101, 100, 101);
    Map<String, String> other = fast("other", 200, 201, 200, 201);
    other.put("failure", "it broke");
    assertThat(difference(other)).isEqualTo(Difference.UNKNOWN);
    assertThat(conclusions().medians().get(1)).containsEntry("failure", "it broke");
  }

  @Test
  void rowsOfAllRoundsBecomeTheirMedian() {
    fast("adaptive", 100, 300, 200);
    slow("adaptive", 99);
    assertThat(conclusions().medians())
        .extracting(row -> row.get("requests-per-second") + " " + row.get("lowest-share-percent"))
        .containsExactly("200.0 null", "null 99.0");
  }
}
