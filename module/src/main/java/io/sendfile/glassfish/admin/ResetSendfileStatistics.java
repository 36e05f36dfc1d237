package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.admin.RuntimeCommand.QueryExecutor;
import io.sendfile.glassfish.server.SendfileCore;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code reset-sendfile-statistics}: sets all counters to zero. */
@Service(name = "reset-sendfile-statistics")
@PerLookup
@I18n("reset-sendfile-statistics")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      opType = RestEndpoint.OpType.POST,
      description = "Set sendfile statistics to zero",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "Set sendfile statistics to zero",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ResetSendfileStatistics extends RuntimeCommand {
  @Override
  protected String rowsName() {
    return "reset";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) {
    SendfileCore core = service(SendfileCore.class);
    Statistics stats = core.stats();
    stats.reset();
    core.engine().copies().clear();
    return List.of(Map.of("since", stats.snapshot().since().toString()));
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.stream()
        .map(row -> "The statistics of " + row.get(INSTANCE) + " count from zero again.")
        .collect(Collectors.joining("\n"));
  }
}
