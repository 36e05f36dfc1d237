package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.ServerNames;
import io.sendfile.glassfish.listeners.ListenerBinder;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.spi.BufferFigures;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.grizzly.config.dom.Protocol;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-listeners}: each listener, its own settings, and its buffers. */
@Service(name = "list-sendfile-listeners")
@PerLookup
@I18n("list-sendfile-listeners")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        description = "Sendfile settings of listeners",
        params = @RestParam(name = "target", value = "$parent")))
public class ListSendfileListeners extends SendfileCommand {
  /** Addresses of a listener that listens at all addresses of its machine. */
  private static final Set<String> ANY = Set.of("", "0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private static final String UNKNOWN = "-";

  @Param(name = "csv", optional = true, defaultValue = "false")
  private boolean csv;

  @Override
  protected Answer answer(Config config) {
    ReadSettings reading = read(config);
    Set<String> there = names(config).listeners();
    Set<String> names = new LinkedHashSet<>(there);
    reading.settings().listeners().keySet().stream().sorted().forEach(names::add);
    boolean here = isOwn(config);
    List<Map<String, Object>> rows =
        names.stream().map(name -> row(config, name, there.contains(name), here, reading)).toList();
    TextTable table = new TextTable(rows);
    return new Answer(() -> csv ? table.csv() : table.text(), Map.of("listeners", rows));
  }

  /**
   * The row of a listener; address, attachment and buffers are known for the answering server only.
   */
  private Map<String, Object> row(
      Config config, String name, boolean exists, boolean here, ReadSettings reading) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("url", here ? url(config, name) : UNKNOWN);
    row.put("attached", !exists ? "no such listener" : here ? attached(name) : UNKNOWN);
    row.put("own", reading.own(name));
    row.put("buffer-policy", reading.settings().forListener(name).buffers().policy());
    ListenerMemory memory = here ? service(ListenerMemories.class).find(name) : null;
    BufferFigures figures = memory == null ? null : memory.figures();
    row.put("buffers-in-use", figures == null ? UNKNOWN : figures.inUse());
    row.put("bytes-in-use", figures == null ? UNKNOWN : figures.inUseBytes());
    return row;
  }

  /** The address of applications at a listener. */
  private static String url(Config config, String name) {
    NetworkListener listener = config.getNetworkConfig().getNetworkListener(name);
    Protocol protocol = listener == null ? null : listener.findHttpProtocol();
    return protocol == null
            || !Boolean.parseBoolean(listener.getEnabled())
            || ServerNames.isOfAdministration(protocol.getHttp())
        ? UNKNOWN
        : url(protocol.getSecurityEnabled(), listener.getAddress(), listener.getPort());
  }

  /** An address with an asterisk in place of the host, if the listener listens at any. */
  static String url(String secure, @Nullable String address, String port) {
    String at = address == null || ANY.contains(address) ? "*" : address;
    String host = at.contains(":") ? "[" + at + "]" : at;
    return (Boolean.parseBoolean(secure) ? "https://" : "http://") + host + ":" + port;
  }

  private String attached(String name) {
    String state = service(HealthReport.class).states().get(ListenerBinder.part(name));
    return state != null && state.startsWith("attached") ? "yes" : "no";
  }
}
