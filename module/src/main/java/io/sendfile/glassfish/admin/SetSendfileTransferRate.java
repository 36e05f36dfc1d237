package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.amounts.Unit;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.files.Escapes;
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

/** {@code set-sendfile-transfer-rate}: limits the rate of running downloads. */
@Service(name = "set-sendfile-transfer-rate")
@PerLookup
@I18n("set-sendfile-transfer-rate")
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
      description = "Set the highest rate of running transfers",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "Set the highest rate of running transfers",
      params = @RestParam(name = "target", value = "$parent"))
})
public class SetSendfileTransferRate extends RuntimeCommand {
  @Param(name = "id-and-rate", primary = true, multiple = true)
  private String[] idAndRate = {};

  @Override
  protected String rowsName() {
    return "changed";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    if (idAndRate.length < 2) {
      throw new RefusedException(
          "Give the id of a transfer and its highest rate in bytes per second, 0 for none, as in"
              + " set-sendfile-transfer-rate 5f3a9c01-1a 1000000");
    }
    long rate = rate();
    TransferControl transfers = service(SendfileCore.class).transfers();
    return TransferRows.changed(ids(), id -> new RunningTransfer(transfers.limit(id, rate)));
  }

  /** All operands but the last, which is the rate. */
  private List<String> ids() {
    return Arrays.stream(idAndRate, 0, idAndRate.length - 1).map(String::trim).toList();
  }

  private long rate() throws RefusedException {
    String rate = idAndRate[idAndRate.length - 1].trim();
    return Unit.BYTES
        .parse(rate)
        .orElseThrow(
            () ->
                new RefusedException(
                    "The rate \"%s\" is not a number; give bytes per second, as in %s, or 0 for none"
                        .formatted(Escapes.forLog(rate), Unit.BYTES.examples())));
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
        row ->
            "0".equals(row.get("limit"))
                ? "has no highest rate of its own"
                : "is sent at no more than " + row.get("limit") + " bytes/s");
  }
}
