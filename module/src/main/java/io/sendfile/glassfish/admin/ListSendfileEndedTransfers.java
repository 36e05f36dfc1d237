package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedFilter.Condition;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-ended-transfers}: the last downloads that ended, and how. */
@Service(name = "list-sendfile-ended-transfers")
@PerLookup
@I18n("list-sendfile-ended-transfers")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTERED_INSTANCE,
  CommandTarget.CLUSTER
})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      opType = RestEndpoint.OpType.GET,
      description = "The last ended transfers",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.GET,
      description = "The last ended transfers",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileEndedTransfers extends RuntimeCommand {
  @Param(name = "outcome", optional = true, defaultValue = "")
  private String outcome = "";

  @Param(name = "status", optional = true, defaultValue = "")
  private String status = "";

  @Param(name = "client", optional = true, defaultValue = "")
  private String client = "";

  @Param(name = "root", optional = true, defaultValue = "")
  private String root = "";

  @Param(name = "application", optional = true, defaultValue = "")
  private String application = "";

  @Param(name = "file", optional = true, defaultValue = "")
  private String file = "";

  @Param(name = "id", optional = true, defaultValue = "")
  private String id = "";

  @Param(name = "since", optional = true, defaultValue = "")
  private String since = "";

  @Param(name = "until", optional = true, defaultValue = "")
  private String until = "";

  @Param(name = "limit", optional = true, defaultValue = "100")
  private int limit;

  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Param(name = "csv", optional = true, defaultValue = "false")
  private boolean csv;

  @Override
  protected String rowsName() {
    return "ended-transfers";
  }

  private Map<Condition, String> conditions() {
    Map<Condition, String> conditions = new EnumMap<>(Condition.class);
    conditions.put(Condition.OUTCOME, outcome);
    conditions.put(Condition.STATUS, status);
    conditions.put(Condition.CLIENT, client);
    conditions.put(Condition.ROOT, root);
    conditions.put(Condition.APPLICATION, application);
    conditions.put(Condition.FILE, file);
    conditions.put(Condition.ID, id);
    return conditions;
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
  protected boolean isCsv() {
    return csv;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return EndedTable.text(rows, several, everything);
  }
}
