package io.sendfile.glassfish.console.app;

import com.sun.enterprise.config.serverbeans.Clusters;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.internal.api.Globals;

/** Services and names of this server. */
final class Server {
  private Server() {}

  static <T> T service(Class<T> type) {
    return Globals.getDefaultHabitat().getService(type);
  }

  /** The name of this server in its domain, e.g. {@code server}. */
  static String name() {
    return service(ServerEnvironment.class).getInstanceName();
  }

  /** The servers and clusters of the domain, by kind and name. */
  static List<Target> targets() {
    Domain domain = service(Domain.class);
    Clusters clusters = domain.getClusters();
    Stream<Target> servers =
        domain.getServers().getServer().stream()
            .map(each -> new Target(each.getName(), kind(each.getName()), each.getConfigRef()));
    Stream<Target> others =
        clusters == null
            ? Stream.empty()
            : clusters.getCluster().stream()
                .map(each -> new Target(each.getName(), Target.Kind.CLUSTER, each.getConfigRef()));
    return Stream.concat(servers, others)
        .sorted(Comparator.comparing(Target::kind).thenComparing(Target::name))
        .toList();
  }

  private static Target.Kind kind(String server) {
    return server.equals(name()) ? Target.Kind.SERVER : Target.Kind.INSTANCE;
  }

  /** The name of this server's configuration. */
  static String configuration() {
    return Globals.getDefaultHabitat()
        .getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME)
        .getName();
  }

  /** The names of the configurations of the domain. */
  static List<String> configurations() {
    return service(Domain.class).getConfigs().getConfig().stream().map(c -> c.getName()).toList();
  }
}
