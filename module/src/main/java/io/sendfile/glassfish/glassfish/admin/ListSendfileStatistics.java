package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.glassfish.ListenerMonitoring;
import io.sendfile.glassfish.glassfish.SendfileCore;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Function;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-statistics}: all numbers of a server, or of one of its listeners. */
@Service(name = "list-sendfile-statistics")
@PerLookup
@I18n("list-sendfile-statistics")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn({RuntimeType.DAS, RuntimeType.INSTANCE})
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
        path = "list-sendfile-statistics",
        description = "Sendfile statistics"))
public class ListSendfileStatistics extends SendfileCommand {
  @Param(name = "listener", optional = true)
  private @Nullable String listener;

  @Override
  Answer answer(Config config) throws RefusedException {
    if (!concernsThisServer()) {
      return new Answer("");
    }
    Statistics stats = service(SendfileCore.class).stats();
    return listener == null ? ofServer(stats) : ofListener(listener, stats);
  }

  private Answer ofServer(Statistics stats) {
    StatsSnapshot total = stats.snapshot();
    Map<String, StatsSnapshot> listeners = each(listeners(), stats::ofListener);
    Map<String, StatsSnapshot> roots = each(roots(stats), stats::ofRoot);
    String text =
        head("Server " + serverName(), total)
            + "\n\n"
            + StatisticsTable.overview("listener", listeners)
            + "\n\n"
            + StatisticsTable.overview("root", roots);
    Properties data = data(total);
    data.put("statistics", StatisticsTable.data(total));
    data.put("listeners", StatisticsTable.data(listeners));
    data.put("roots", StatisticsTable.data(roots));
    return new Answer(text, data);
  }

  private Answer ofListener(String name, Statistics stats) throws RefusedException {
    List<String> there = listeners();
    if (!there.contains(name)) {
      String problem =
          "No listener \""
              + name
              + "\" hands files off here. There are: "
              + String.join(", ", there);
      if (service(ServerEnvironment.class).isInstance()) {
        // GlassFish would take an instance that fails for one that missed a change.
        return new Answer(problem);
      }
      throw new RefusedException(problem);
    }
    StatsSnapshot now = stats.ofListener(name);
    Properties data = data(now);
    data.put("statistics", StatisticsTable.data(now));
    return new Answer(head("Listener " + name + " of server " + serverName(), now), data);
  }

  private static String head(String what, StatsSnapshot now) {
    return what
        + " since "
        + now.since().truncatedTo(ChronoUnit.SECONDS)
        + ":\n"
        + StatisticsTable.all(now);
  }

  private Properties data(StatsSnapshot now) {
    Properties data = new Properties();
    data.put("server", serverName());
    data.put("since", now.since().toString());
    data.put("at", now.at().toString());
    return data;
  }

  private List<String> listeners() {
    return service(ListenerMonitoring.class).listeners();
  }

  /** Those that are configured, and what stands for a root where a file lies in none. */
  private Collection<String> roots(Statistics stats) {
    TreeSet<String> names = new TreeSet<>();
    service(SendfileCore.class).settings().current().roots().stream()
        .map(Root::name)
        .forEach(names::add);
    stats.entries().stream()
        .map(Statistics.Entry::root)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return names;
  }

  private static Map<String, StatsSnapshot> each(
      Collection<String> names, Function<String, StatsSnapshot> snapshot) {
    Map<String, StatsSnapshot> each = new LinkedHashMap<>();
    names.forEach(name -> each.put(name, snapshot.apply(name)));
    return each;
  }

  private String serverName() {
    return service(ServerEnvironment.class).getInstanceName();
  }
}
