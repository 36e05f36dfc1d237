package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.files.Root;
import io.sendfile.core.stats.RootAtListener;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.server.ListenerMonitoring;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.spi.Escapes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * {@code list-sendfile-statistics}: all figures of a server or of the servers of a cluster, or of
 * one listener.
 */
@Service(name = "list-sendfile-statistics")
@PerLookup
@I18n("list-sendfile-statistics")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Sendfile statistics",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Sendfile statistics",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileStatistics extends RuntimeCommand.Listing {
  @Param(name = "listener", optional = true)
  private @Nullable String listener;

  @Override
  protected String rowsName() {
    return "snapshots";
  }

  @Override
  protected List<Map<String, Object>> rows(Config config) throws RefusedException {
    Statistics stats = service(SendfileCore.class).stats();
    List<String> listeners = service(ListenerMonitoring.class).listeners();
    if (listener == null) {
      return ofServer(stats, listeners);
    }
    if (!listeners.contains(listener)) {
      throw new RefusedException(
          "No listener \"%s\" hands files off here. There are: %s"
              .formatted(Escapes.forLog(listener), String.join(", ", listeners)));
    }
    return List.of(StatisticsRows.row(Scope.LISTENER, listener, stats.ofListener(listener)));
  }

  private List<Map<String, Object>> ofServer(Statistics stats, List<String> listeners) {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(StatisticsRows.row(Scope.SERVER, "", stats.snapshot()));
    for (String name : listeners) {
      rows.add(StatisticsRows.row(Scope.LISTENER, name, stats.ofListener(name)));
    }
    for (String name : roots(stats)) {
      rows.add(StatisticsRows.row(Scope.ROOT, name, stats.ofRoot(name)));
    }
    return rows;
  }

  /** The configured roots, and the names that represent files outside all roots. */
  private Collection<String> roots(Statistics stats) {
    TreeSet<String> names = new TreeSet<>();
    service(SendfileCore.class).settings().current().roots().stream()
        .map(Root::name)
        .forEach(names::add);
    stats.entries().stream()
        .map(RootAtListener::root)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return names;
  }

  @Override
  protected Collection<String> columns() {
    return StatisticsRows.COLUMNS;
  }

  @Override
  protected List<? extends Map<String, ?>> csv(List<? extends Map<String, ?>> rows) {
    return StatisticsRows.of(rows).cells();
  }

  @Override
  String table(List<? extends Map<String, ?>> rows, boolean several) {
    return StatisticsRows.of(rows).escaped().text(target());
  }

  @Override
  protected Map<String, Object> data(List<? extends Map<String, ?>> rows, boolean several) {
    return StatisticsRows.of(rows).data(target());
  }
}
