package io.sendfile.glassfish.measurement;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The load of a machine during a measurement, in a sentence. */
final class LoadSummary {
  private LoadSummary() {}

  /** The load in these rows; empty if none of them has it. */
  static Optional<String> of(List<Map<String, String>> rounds) {
    List<Map<String, String>> known =
        rounds.stream()
            .filter(row -> isKnown(row, MeasurementRows.PROCESSORS_BUSY))
            .filter(row -> isKnown(row, MeasurementRows.LOAD_AVERAGE))
            .toList();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Meanwhile the server kept %.1f of %s processors busy, clients included; the"
                    + " system's load average was up to %.2f.",
                figures(known, MeasurementRows.PROCESSORS_BUSY).getAverage(),
                known.get(0).getOrDefault(MeasurementRows.PROCESSORS, ""),
                figures(known, MeasurementRows.LOAD_AVERAGE).getMax()));
  }

  private static boolean isKnown(Map<String, String> row, String key) {
    return !row.getOrDefault(key, "").isEmpty();
  }

  private static DoubleSummaryStatistics figures(List<Map<String, String>> rounds, String key) {
    return rounds.stream()
        .mapToDouble(row -> Double.parseDouble(row.getOrDefault(key, "")))
        .summaryStatistics();
  }
}
