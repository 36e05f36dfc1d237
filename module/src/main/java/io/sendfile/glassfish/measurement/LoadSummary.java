package io.sendfile.glassfish.measurement;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The load of a machine over all its rows. For one thread. */
final class LoadSummary {
  private double average;
  private double processorsBusy;
  private String processors = "";
  private int known;

  /** Adds a row. */
  void add(Map<String, String> row) {
    String busy = row.get(MeasurementRows.PROCESSORS_BUSY);
    String load = row.get(MeasurementRows.LOAD_AVERAGE);
    if (busy != null && !busy.isEmpty() && load != null && !load.isEmpty()) {
      known++;
      average = Math.max(average, Double.parseDouble(load));
      processorsBusy += Double.parseDouble(busy);
      processors = row.getOrDefault(MeasurementRows.PROCESSORS, "");
    }
  }

  /** The load in a sentence; empty if unknown. */
  Optional<String> sentence() {
    return known == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Meanwhile the server kept %.1f of %s processors busy, clients included; the"
                    + " system's load average was up to %.2f.",
                processorsBusy / known,
                processors,
                average));
  }
}
