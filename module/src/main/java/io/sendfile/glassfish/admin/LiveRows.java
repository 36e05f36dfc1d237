package io.sendfile.glassfish.admin;

import io.sendfile.core.stats.SnapshotText;
import io.sendfile.glassfish.admin.LiveFigures.Buffers;
import io.sendfile.glassfish.monitoring.LimitUsageText;
import io.sendfile.glassfish.monitoring.UsedLimits;
import io.sendfile.spi.BufferPolicy.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Present figures of a server as rows of text. A reader ignores unknown rows and columns, and takes
 * missing numbers as zero, so that neighbouring versions understand each other.
 */
final class LiveRows {
  private static final String NAME = "name";
  private static final String SERVER = "server";
  private static final String LIMITS = "limits";
  private static final String LISTENER = "listener";
  private static final String ROOT = "root";
  private static final String BUFFERS = "buffers";
  private static final String DRAIN = "drain";
  private static final String FIRST_BYTES = "first-bytes";
  private static final String POLICY = "policy";

  private LiveRows() {}

  static List<Map<String, String>> of(LiveFigures now) {
    Map<String, String> server = row(SERVER, "", SnapshotText.of(now.totals()));
    server.put(DRAIN, now.drain());
    server.put(FIRST_BYTES, SnapshotText.of(now.firstByteNanos()));
    List<Map<String, String>> rows = new ArrayList<>();
    rows.add(server);
    rows.add(row(LIMITS, "", LimitUsageText.row(new UsedLimits(now.limits()))));
    now.listeners().forEach((name, each) -> rows.add(row(LISTENER, name, SnapshotText.of(each))));
    now.roots().forEach((name, each) -> rows.add(row(ROOT, name, SnapshotText.of(each))));
    now.buffers().forEach((name, each) -> rows.add(row(BUFFERS, name, text(each))));
    now.points().stream().map(HistoryRows::row).forEach(rows::add);
    now.marks().stream().map(HistoryRows::row).forEach(rows::add);
    return rows;
  }

  private static Map<String, String> row(String type, String name, Map<String, String> values) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(HistoryRows.TYPE, type);
    row.put(NAME, name);
    row.putAll(values);
    return row;
  }

  private static Map<String, String> text(Buffers buffers) {
    Figures figures = buffers.figures();
    return Map.of(
        POLICY,
        buffers.policy(),
        "taken",
        Long.toString(figures.taken()),
        "in-use",
        Long.toString(figures.inUse()),
        "in-use-bytes",
        Long.toString(figures.inUseBytes()),
        "high-water-bytes",
        Long.toString(figures.highWaterBytes()),
        "reserved-bytes",
        Long.toString(figures.reservedBytes()),
        "exhausted",
        Long.toString(figures.exhausted()),
        "misuses",
        Long.toString(figures.misuses()));
  }

  /**
   * Parses the rows of one server.
   *
   * @throws RuntimeException for a malformed number or time
   */
  static LiveFigures parse(List<Map<String, String>> rows) {
    Map<String, String> server = HistoryRows.of(SERVER, rows).findFirst().orElse(Map.of());
    Map<String, String> limits = HistoryRows.of(LIMITS, rows).findFirst().orElse(Map.of());
    return new LiveFigures(
        server.getOrDefault(DRAIN, ""),
        LimitUsageText.parse(limits),
        SnapshotText.parse(server),
        each(LISTENER, rows, SnapshotText::parse),
        each(ROOT, rows, SnapshotText::parse),
        each(BUFFERS, rows, LiveRows::buffers),
        HistoryRows.points(rows),
        SnapshotText.distributionOf(server.getOrDefault(FIRST_BYTES, "0")),
        HistoryRows.marks(rows));
  }

  private static <T> Map<String, T> each(
      String type, List<Map<String, String>> rows, Function<Map<String, String>, T> form) {
    Map<String, T> each = new TreeMap<>();
    HistoryRows.of(type, rows)
        .forEach(row -> each.put(row.getOrDefault(NAME, ""), form.apply(row)));
    return each;
  }

  private static Buffers buffers(Map<String, String> row) {
    return new Buffers(
        row.getOrDefault(POLICY, ""),
        new Figures(
            HistoryRows.number(row, "taken"),
            HistoryRows.number(row, "in-use"),
            HistoryRows.number(row, "in-use-bytes"),
            HistoryRows.number(row, "high-water-bytes"),
            HistoryRows.number(row, "reserved-bytes"),
            HistoryRows.number(row, "exhausted"),
            HistoryRows.number(row, "misuses")));
  }
}
