package io.sendfile.glassfish.admin;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How busy a machine was in all of its rows. For one thread. */
final class MachineBusy {
  private double average;
  private double processorsBusy;
  private String processors = "";
  private int known;

  /** One row more. */
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

  /** In a sentence, if anything is known. */
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
