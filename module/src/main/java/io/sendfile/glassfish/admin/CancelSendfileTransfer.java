package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.server.SendfileCore;
import java.util.Arrays;
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

/** {@code cancel-sendfile-transfer}: ends running downloads. */
@Service(name = "cancel-sendfile-transfer")
@PerLookup
@I18n("cancel-sendfile-transfer")
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
      opType = RestEndpoint.OpType.POST,
      description = "End running transfers",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "End running transfers",
      params = @RestParam(name = "target", value = "$parent"))
})
public class CancelSendfileTransfer extends RuntimeCommand {
  @Param(name = "id", primary = true, multiple = true)
  private String[] ids = {};

  @Override
  protected String rowsName() {
    return "cancelled";
  }

  private List<String> ids() {
    return Arrays.stream(ids).map(String::trim).toList();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    TransferControl transfers = service(SendfileCore.class).transfers();
    return TransferRows.changed(ids(), id -> new RunningTransfer(transfers.cancel(id)));
  }

  @Override
  protected int subjects() {
    return ids().size();
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return TransferRows.sentences(
        ids(),
        rows,
        several,
        row -> "is cancelled after " + row.get("bytes") + " of " + row.get("total") + " bytes");
  }
}
