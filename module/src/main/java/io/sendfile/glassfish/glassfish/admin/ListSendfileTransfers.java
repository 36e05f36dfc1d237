package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.glassfish.SendfileCore;
import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-transfers}: the downloads that run now, how far and how fast they are. */
@Service(name = "list-sendfile-transfers")
@PerLookup
@I18n("list-sendfile-transfers")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(
    value = {RuntimeType.DAS, RuntimeType.INSTANCE},
    executor = AskedByCommand.class)
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTERED_INSTANCE,
  CommandTarget.CLUSTER
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Domain.class,
        opType = RestEndpoint.OpType.GET,
        path = "list-sendfile-transfers",
        description = "Running transfers"))
public class ListSendfileTransfers extends RuntimeCommand {
  private static final List<String> USUAL =
      List.of(
          "id",
          "application",
          "file",
          "client",
          "bytes",
          "total",
          "percent",
          "rate",
          "eta",
          "algorithm",
          "state",
          "waits-for");

  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Override
  String rowsName() {
    return "transfers";
  }

  @Override
  List<Map<String, String>> rows(Config config) {
    return service(SendfileCore.class).transfers().list().stream()
        .map(transfer -> TransferRows.row(new RunningTransfer(transfer)))
        .toList();
  }

  @Override
  ParameterMap parameters() {
    return new ParameterMap();
  }

  @Override
  String text(List<Map<String, String>> rows, boolean several) {
    if (rows.isEmpty()) {
      return "No transfer is running.";
    }
    List<String> columns = new ArrayList<>(everything ? rows.get(0).keySet() : USUAL);
    columns.remove(INSTANCE);
    if (several) {
      columns.add(0, INSTANCE);
    }
    return new TextTable(rows, columns.toArray(String[]::new)).text();
  }
}
