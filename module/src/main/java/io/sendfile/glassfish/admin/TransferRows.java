package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A running transfer as a row of text. */
final class TransferRows {
  private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private TransferRows() {}

  static Map<String, String> row(RunningTransfer transfer) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("id", transfer.getId());
    row.put("download-id", transfer.getDownloadId());
    row.put("application", transfer.getApplication());
    row.put("virtual-server", transfer.getVirtualServer());
    row.put("listener", transfer.getListener());
    row.put("file", transfer.getRoot() + ":" + transfer.getPath());
    row.put("range", transfer.getRange());
    row.put("status", String.valueOf(transfer.getStatus()));
    row.put("client", transfer.getClient());
    row.put("bytes", String.valueOf(transfer.getBytes()));
    row.put("total", String.valueOf(transfer.getTotalBytes()));
    row.put("percent", String.valueOf(transfer.getPercent()));
    row.put("rate", String.valueOf(transfer.getBytesPerSecond()));
    row.put("average", String.valueOf(transfer.getAverageBytesPerSecond()));
    row.put("limit", String.valueOf(transfer.getRateLimitBytesPerSecond()));
    row.put("seconds", String.valueOf(transfer.getSeconds()));
    row.put("eta", time(transfer.getSecondsLeft()));
    row.put("algorithm", transfer.getAlgorithm());
    row.put("state", transfer.getState());
    row.put("waits-for", transfer.getWaitsFor());
    return row;
  }

  /** A row for a glance, in shorter words; the name of the file, which may be long, comes last. */
  static Map<String, String> glance(Map<String, String> row) {
    Map<String, String> glance = new LinkedHashMap<>();
    glance.put("id", row.getOrDefault("id", ""));
    glance.put("application", row.getOrDefault("application", ""));
    glance.put("client", row.getOrDefault("client", ""));
    glance.put("done", row.getOrDefault("percent", "") + "%");
    glance.put("total", bytes(row.getOrDefault("total", "")));
    glance.put("rate", bytes(row.getOrDefault("rate", "")) + "/s");
    glance.put("eta", row.getOrDefault("eta", ""));
    glance.put("state", row.getOrDefault("state", ""));
    glance.put("file", row.getOrDefault("file", ""));
    return glance;
  }

  /** As in 999 B, 1.5 MB and 150 MB; decimal units. What is no number stays as it is. */
  static String bytes(String number) {
    if (!NUMBER.matcher(number).matches()) {
      return number;
    }
    double value = Double.parseDouble(number);
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.size() - 1) {
      value /= 1000;
      unit++;
    }
    String format = unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, value, UNITS.get(unit));
  }

  /** One sentence about each transfer, which begins with its id and says what of it is so. */
  static String sentences(
      List<Map<String, String>> rows,
      boolean several,
      Function<Map<String, String>, String> predicate) {
    return rows.stream()
        .map(
            row ->
                String.format(
                    "%sTransfer %s (%s to %s) %s.",
                    several ? row.get(RuntimeCommand.INSTANCE) + ": " : "",
                    row.get("id"),
                    row.get("file"),
                    row.get("client"),
                    predicate.apply(row)))
        .collect(Collectors.joining("\n"));
  }

  /** As in 0:07 and 1:02:03; a dash when there is no telling. */
  static String time(long seconds) {
    if (seconds < 0) {
      return "-";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? String.format("%d:%02d", minutes, seconds % 60)
        : String.format("%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }
}
