package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.LimitUse;
import io.sendfile.glassfish.server.SendfileCore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-limits}: the limits on clients, applications and roots, and their use. */
@Service(name = "list-sendfile-limits")
@PerLookup
@I18n("list-sendfile-limits")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Limits on clients, applications and roots",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Limits on clients, applications and roots",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileLimits extends RuntimeCommand.Listing {
  private static final List<String> USE = List.of("state", "running", "running-rate", "refused");

  @Override
  protected String rowsName() {
    return "limits";
  }

  @Override
  protected Collection<String> columns() {
    return Stream.concat(Element.LIMIT.settings().stream().map(Setting::attribute), USE.stream())
        .toList();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) {
    Map<String, Map<Setting, String>> values =
        service(SendfileCore.class).settings().reading().limits();
    return service(SendfileCore.class).transfers().limits().stream()
        .map(limit -> row(limit, values.getOrDefault(limit.rule().name(), Map.of())))
        .toList();
  }

  private static Map<String, String> row(LimitUse limit, Map<Setting, String> values) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Setting setting : Element.LIMIT.settings()) {
      row.put(setting.attribute(), values.getOrDefault(setting, ""));
    }
    row.put("state", limit.inForce() ? "in force" : "ended");
    row.put("running", String.valueOf(limit.transfers()));
    row.put("running-rate", String.valueOf(limit.bytesPerSecond()));
    row.put("refused", String.valueOf(limit.refused()));
    return row;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.isEmpty()
        ? "There is no limit."
        : new TextTable(rows.stream().map(row -> shown(row, several, dashed(row))).toList()).text();
  }
}
