package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedFilter;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-ended-transfers}: the last downloads that ended, and how. */
@Service(name = "list-sendfile-ended-transfers")
@PerLookup
@I18n("list-sendfile-ended-transfers")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "The last ended transfers",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "The last ended transfers",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileEndedTransfers extends ChoosingCommand {
  /** The columns of the short form; the name of the file comes last, as it may be long. */
  private static final List<EndedColumn> BRIEF =
      List.of(
          EndedColumn.TIME,
          EndedColumn.OUTCOME,
          EndedColumn.STATUS,
          EndedColumn.CLIENT,
          EndedColumn.APPLICATION,
          EndedColumn.BYTES,
          EndedColumn.TOTAL,
          EndedColumn.AVERAGE,
          EndedColumn.DURATION,
          EndedColumn.FILE);

  @Param(name = "since", optional = true, defaultValue = "")
  private String since = "";

  @Param(name = "until", optional = true, defaultValue = "")
  private String until = "";

  @Param(name = "limit", optional = true, defaultValue = "100")
  private int limit;

  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Override
  protected String rowsName() {
    return "ended-transfers";
  }

  @Override
  protected Collection<String> columns() {
    return Arrays.stream(EndedColumn.values()).map(EndedColumn::label).toList();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    try {
      EndedFilter filter =
          EndedFilter.of(
              conditions(), since, until, limit, ZonedDateTime.now(ZoneId.systemDefault()));
      return service(SendfileCore.class).ended().find(filter).stream()
          .map(EndedColumn::row)
          .toList();
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return text(rows, several, everything);
  }

  /**
   * The rows as a table, the oldest first.
   *
   * @param everything whether all columns are wanted, with numbers in full
   */
  static String text(List<Map<String, String>> rows, boolean several, boolean everything) {
    if (rows.isEmpty()) {
      return "No remembered transfer matches these conditions.";
    }
    return new TextTable(
            rows.stream()
                .sorted(Comparator.comparing(row -> value(row, EndedColumn.TIME)))
                .map(row -> shown(row, several, cells(row, everything)))
                .toList())
        .text();
  }

  private static Map<String, String> cells(Map<String, String> row, boolean everything) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (EndedColumn column : everything ? List.of(EndedColumn.values()) : BRIEF) {
      String full = value(row, column);
      cells.put(
          // A heading without the unit, which is part of the short form.
          everything ? column.label() : column.label().replace("-ms", ""),
          everything ? full : column.brief(full));
    }
    return cells;
  }

  private static String value(Map<String, String> row, EndedColumn column) {
    return row.getOrDefault(column.label(), "");
  }
}
