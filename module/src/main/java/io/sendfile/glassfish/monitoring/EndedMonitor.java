package io.sendfile.glassfish.monitoring;

import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedTransfers;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Ended transfers as an MXBean. */
public record EndedMonitor(EndedTransfers ended, InstantSource clock)
    implements EndedTransfersMXBean {
  /** Its name with the platform MBean server. */
  public static final ObjectName NAME = ServerBeans.name("EndedTransfers");

  @Override
  public String getState() {
    return ended.state();
  }

  @Override
  public List<Map<String, String>> find(
      String outcome, String client, String root, String application, String since, int limit) {
    Map<EndedCondition, String> conditions =
        Map.of(
            EndedCondition.OUTCOME, text(outcome),
            EndedCondition.CLIENT, text(client),
            EndedCondition.ROOT, text(root),
            EndedCondition.APPLICATION, text(application));
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
