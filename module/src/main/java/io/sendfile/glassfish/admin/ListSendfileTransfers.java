package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.records.Records;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.jmx.RunningTransfer;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.spi.Amounts;
import java.util.Collection;
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

/** {@code list-sendfile-transfers}: the running downloads, with progress and rate. */
@Service(name = "list-sendfile-transfers")
@PerLookup
@I18n("list-sendfile-transfers")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Running transfers",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Running transfers",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileTransfers extends RuntimeCommand.Listing {
  /** The columns of the short form; file and verdict come last, as they may be long. */
  private static final List<TransferColumn> BRIEF =
      List.of(
          TransferColumn.ID,
          TransferColumn.APPLICATION,
          TransferColumn.CLIENT,
          TransferColumn.PERCENT,
          TransferColumn.TOTAL,
          TransferColumn.RATE,
          TransferColumn.ETA,
          TransferColumn.FILE,
          TransferColumn.VERDICT);

  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Override
  protected String rowsName() {
    return "transfers";
  }

  @Override
  protected Collection<String> columns() {
    return TransferColumn.labels();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) {
    return service(SendfileCore.class).transfers().list().stream()
        .map(transfer -> row(new RunningTransfer(transfer)))
        .toList();
  }

  @Override
  protected Map<String, Object> server() {
    return Records.write(service(SendfileCore.class).transfers().usage());
  }

  @Override
  protected String serverText(Map<String, ?> server) {
    return Records.read(LimitUsage.class, server).map(UsedLimits::line).orElse("");
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    if (rows.isEmpty()) {
      return "No transfer is running.";
    }
    return new TextTable(
            rows.stream().map(row -> shown(row, several, everything ? row : brief(row))).toList())
        .text();
  }

  /** A running transfer as a row. */
  static Map<String, String> row(RunningTransfer transfer) {
    Map<String, String> row = new LinkedHashMap<>();
    for (TransferColumn column : TransferColumn.values()) {
      row.put(column.label(), column.full(column.value(transfer)));
    }
    return row;
  }

  private static long number(Map<String, String> row, TransferColumn column) {
    return Long.parseLong(row.getOrDefault(column.label(), "0"));
  }

  /** A row in the short form. */
  private static Map<String, String> brief(Map<String, String> row) {
    Map<String, String> brief = new LinkedHashMap<>();
    for (TransferColumn column : BRIEF) {
      if (column == TransferColumn.PERCENT) {
        brief.put(
            "done",
            Amounts.share(number(row, TransferColumn.BYTES), number(row, TransferColumn.TOTAL)));
      } else {
        brief.put(column.label(), column.brief(row.getOrDefault(column.label(), "")));
      }
    }
    return brief;
  }
}
