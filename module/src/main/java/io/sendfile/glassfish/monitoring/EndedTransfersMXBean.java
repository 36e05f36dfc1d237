package io.sendfile.glassfish.monitoring;

import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedFilter.Condition;
import io.sendfile.operations.ended.EndedTransfers;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** {@code io.sendfile.glassfish:type=EndedTransfers}: the last ended transfers. Thread-safe. */
public interface EndedTransfersMXBean {
  /** Number of remembered transfers, and the reason why a restart would forget them, if any. */
  String getState();

  /**
   * The last transfers that fulfil all conditions, the oldest first, as values by column, with the
   * columns and units of {@code list-sendfile-ended-transfers}. An empty text is no condition;
   * {@code *} stands for any characters.
   *
   * @param outcome such as {@code stalled}; {@code incomplete} for all but {@code completed}
   * @param client address
   * @param root name
   * @param application name
   * @param since a time such as {@code 2026-11-24T02:00:00Z} or {@code 03:00}, or an age such as
   *     {@code 12h}
   * @param limit at least 1
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  List<Map<String, String>> find(
      String outcome, String client, String root, String application, String since, int limit);

  /** Ended transfers as an MXBean. */
  record EndedMonitor(EndedTransfers ended, InstantSource clock) implements EndedTransfersMXBean {
    /** Its name with the platform MBean server. */
    public static final ObjectName NAME = ServerBeans.name("EndedTransfers");

    @Override
    public String getState() {
      return ended.state();
    }

    @Override
    public List<Map<String, String>> find(
        String outcome, String client, String root, String application, String since, int limit) {
      Map<Condition, String> conditions =
          Map.of(
              Condition.OUTCOME, text(outcome),
              Condition.CLIENT, text(client),
              Condition.ROOT, text(root),
              Condition.APPLICATION, text(application));
      ZonedDateTime now = clock.instant().atZone(ZoneId.systemDefault());
      return ended.find(EndedFilter.of(conditions, text(since), "", limit, now)).stream()
          .map(EndedColumn::row)
          .toList();
    }

    /** Some JMX consoles leave empty parameters out. */
    private static String text(@Nullable String given) {
      return Objects.requireNonNullElse(given, "");
    }
  }
}
