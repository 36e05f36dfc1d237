package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.TextTable;
import io.sendfile.glassfish.engine.CopiedBodies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Copied bodies as rows of texts. */
final class AdviceRows {
  private static final double GIGA = 1e9;
  private static final double MILLIS = 1e3;
  private static final String ESTIMATE = "handed-off-cpu-seconds";

  private AdviceRows() {}

  /**
   * One application and servlet.
   *
   * @param millisPerGigabyte processor time of a hand-off here; empty if unknown
   */
  static Map<String, String> row(CopiedBodies.Sum sum, OptionalDouble millisPerGigabyte) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("application", sum.source().origin().application());
    row.put("virtual-server", sum.source().origin().virtualServer());
    row.put("servlet", sum.source().servlet());
    row.put("bodies", String.valueOf(sum.bodies()));
    row.put("bytes", String.valueOf(sum.bytes()));
    row.put("thread-seconds", seconds(sum.heldNanos() / GIGA));
    row.put("cpu-seconds", seconds(sum.cpuNanos() / GIGA));
    row.put(
        ESTIMATE,
        millisPerGigabyte.isPresent()
            ? seconds(sum.bytes() / GIGA * millisPerGigabyte.getAsDouble() / MILLIS)
            : "");
    row.put("last-type", sum.last().mediaType());
    row.put("last-path", sum.last().path());
    return row;
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /**
   * The rows as a table, with an explanation.
   *
   * @param several whether they may be of more than one server
   */
  static String text(List<Map<String, String>> rows, boolean several) {
    if (rows.isEmpty()) {
      return "No application has written a body of " + CopiedBodies.LARGE + " bytes or more.";
    }
    return new TextTable(rows.stream().map(row -> shown(row, several)).toList()).text()
        + "\n\nthread-seconds: time that request threads were held, which a hand-off sets free.\n"
        + ESTIMATE
        + ": estimate for clear HTTP/1.1, by a short measurement of this machine.\n"
        + "Bodies that come out of files can be handed off: by one call, one header, or as they"
        + " are.\nSee the documentation, \"Applications\".";
  }

  private static Map<String, String> shown(Map<String, String> row, boolean several) {
    Map<String, String> shown = RuntimeCommand.shown(row, several, row);
    shown.replaceAll((name, value) -> value.isEmpty() ? "-" : value);
    return shown;
  }
}
