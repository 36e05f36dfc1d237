package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.records.Records;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.plugins.DiscoveredPlugIn;
import io.sendfile.glassfish.plugins.PlugInStates;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.operations.problems.RootState;
import io.sendfile.spi.PlugIn;
import java.util.ArrayList;
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
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-plugins}: existing plug-ins, and names in domain.xml without one. */
@Service(name = "list-sendfile-plugins")
@PerLookup
@I18n("list-sendfile-plugins")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        description = "Plug-ins of sendfile",
        params = @RestParam(name = "target", value = "$parent")))
public class ListSendfilePlugins extends SendfileCommand {
  private static final List<String> COLUMNS =
      List.of("name", "kind", "enabled", "bundle", "failures", "properties", "state");

  private static final List<String> PROPERTY_COLUMNS =
      List.of("plug-in", "property", "value", "default", "meaning");

  @Param(name = "properties", optional = true, defaultValue = "false")
  private boolean properties;

  @Param(name = "csv", optional = true, defaultValue = "false")
  private boolean csv;

  @Override
  protected Answer answer(Config config) {
    SendfileSettings settings = read(config).settings();
    boolean here = isOwn(config);
    List<Map<String, Object>> rows =
        service(PlugInStates.class).all(settings).stream()
            .map(plugIn -> row(plugIn, settings.plugIn(plugIn.name()), here))
            .toList();
    TextTable table =
        properties
            ? new TextTable(properties(settings), PROPERTY_COLUMNS)
            : new TextTable(rows, COLUMNS);
    return new Answer(() -> csv ? table.csv() : table.text(), Map.of("plug-ins", rows));
  }

  /** A row for each property of each plug-in. */
  private List<Map<String, Object>> properties(SendfileSettings settings) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (DiscoveredPlugIn plugIn : service(PlugInStates.class).all(settings)) {
      Map<String, String> set = settings.plugIn(plugIn.name()).shown();
      for (PlugIn.Property each : service(PlugIns.class).properties(plugIn.name())) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("plug-in", plugIn.name());
        row.put("property", each.name());
        row.put("value", set.getOrDefault(each.name(), ""));
        row.put("default", each.needed() ? "none: needed" : each.usual());
        row.put("meaning", each.help());
        rows.add(row);
      }
    }
    return rows;
  }

  /** Failures on the answering server. */
  private Map<String, Object> row(DiscoveredPlugIn plugIn, PlugInSettings settings, boolean here) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", plugIn.name());
    row.put("kind", plugIn.kind());
    row.put("enabled", settings.enabled());
    row.put("bundle", plugIn.bundle());
    row.put(
        "failures",
        here ? service(SendfileCore.class).stats().plugInFailures(plugIn.counted()) : "-");
    row.put("properties", settings.shown());
    row.put(
        "known-properties",
        service(PlugIns.class).properties(plugIn.name()).stream().map(Records::write).toList());
    row.put("state", here ? plugIn.state() : RootState.ELSEWHERE);
    return row;
  }
}
