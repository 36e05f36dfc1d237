package io.sendfile.glassfish.glassfish.admin;

import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A running transfer as a row of text. */
final class TransferRows {
  private TransferRows() {}

  static Map<String, String> row(RunningTransfer transfer) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("id", transfer.getId());
    row.put("download-id", transfer.getDownloadId());
    row.put("application", transfer.getApplication());
    row.put("virtual-server", transfer.getVirtualServer());
    row.put("file", transfer.getRoot() + ":" + transfer.getPath());
    row.put("range", transfer.getRange());
    row.put("status", String.valueOf(transfer.getStatus()));
    row.put("client", transfer.getClient());
    row.put("bytes", String.valueOf(transfer.getBytes()));
    row.put("total", String.valueOf(transfer.getTotalBytes()));
    row.put("percent", String.valueOf(transfer.getPercent()));
    row.put("rate", String.valueOf(transfer.getBytesPerSecond()));
    row.put("limit", String.valueOf(transfer.getRateLimitBytesPerSecond()));
    row.put("seconds", String.valueOf(transfer.getSeconds()));
    row.put("eta", time(transfer.getSecondsLeft()));
    row.put("algorithm", transfer.getAlgorithm());
    row.put("state", transfer.getState());
    row.put("waits-for", transfer.getWaitsFor());
    return row;
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
