package io.sendfile.glassfish.config;

import com.sun.enterprise.config.serverbeans.Application;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import com.sun.enterprise.config.serverbeans.VirtualServer;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.LimitRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.grizzly.config.dom.Http;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.grizzly.config.dom.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * The names that settings may have, as GlassFish's own configuration has them now, in its order.
 *
 * @param applications those deployed in the domain
 * @param virtualServers those of the configuration
 * @param listeners its network-listeners
 * @param ofAdministration those of them that serve administration
 */
public record ServerNames(
    Set<String> applications,
    Set<String> virtualServers,
    Set<String> listeners,
    Set<String> ofAdministration) {
  /** The reason why a listener of administration requires no PROXY header. */
  public static final String NO_PROXY_HEADERS =
      "proxy-protocol is for listeners of applications; at one of administration it would lock"
          + " asadmin out, and has no effect";

  private static final String ADMIN_VIRTUAL_SERVER = "__asadmin";

  /** Begins the name of the application that a docroot is. */
  private static final String DOCROOT = "__default-web-module";

  private static final int MOST_NAMED = 10;

  /** The names of a configuration. */
  public static ServerNames of(Config config, Domain domain) {
    List<NetworkListener> listeners =
        config.getNetworkConfig().getNetworkListeners().getNetworkListener();
    return new ServerNames(
        ordered(domain.getApplications().getApplications().stream().map(Application::getName)),
        ordered(config.getHttpService().getVirtualServer().stream().map(VirtualServer::getId)),
        ordered(listeners.stream().map(NetworkListener::getName)),
        ordered(
            listeners.stream()
                .filter(listener -> isOfAdministration(http(listener)))
                .map(NetworkListener::getName)));
  }

  private static Set<String> ordered(Stream<String> names) {
    return names.collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static @Nullable Http http(NetworkListener listener) {
    Protocol protocol = listener.findHttpProtocol();
    return protocol == null ? null : protocol.getHttp();
  }

  /** Whether an HTTP listener serves GlassFish's administration, not applications. */
  public static boolean isOfAdministration(@Nullable Http http) {
    return http != null && ADMIN_VIRTUAL_SERVER.equals(http.getDefaultVirtualServer());
  }

  /** A sentence without a full stop for each name in the settings that there is not. */
  public List<String> missing(SendfileSettings settings) {
    List<String> sentences = new ArrayList<>();
    settings.roots().forEach(root -> sentences.addAll(missing(root)));
    settings
        .listeners()
        .forEach(
            (name, listener) -> {
              String what = "sendfile-listener \"" + name + "\"";
              if (!listeners.contains(name)) {
                sentences.add(what + " is for no network-listener; there are " + some(listeners));
              } else if (ofAdministration.contains(name)
                  && "required".equals(listener.own().get(Setting.PROXY_PROTOCOL))) {
                sentences.add(what + ": " + NO_PROXY_HEADERS);
              }
            });
    return sentences;
  }

  /** A sentence for each application and virtual server of a root that there is not. */
  public List<String> missing(Root root) {
    return missing(root.origins()).stream()
        .map(sentence -> "sendfile-root \"" + root.name() + "\": " + sentence)
        .toList();
  }

  /** The same without the root. */
  public List<String> missing(AllowedOrigins origins) {
    List<String> sentences = new ArrayList<>();
    for (String name : new TreeSet<>(origins.applications())) {
      if (!isApplication(name)) {
        String there = some(applications);
        sentences.add("applications names " + name + ", which is not deployed; there are " + there);
      }
    }
    for (String name : new TreeSet<>(origins.virtualServers())) {
      if (!virtualServers.contains(name)) {
        String there = some(virtualServers);
        sentences.add(
            "virtual-servers names " + name + ", which does not exist; there are " + there);
      }
    }
    return sentences;
  }

  /**
   * A sentence for the application and the root of a limit that there are not, or not yet.
   *
   * @param roots names of all
   */
  public List<String> missing(LimitRule limit, Collection<String> roots) {
    return missing(limit.application(), limit.root(), roots).stream()
        .map(sentence -> "sendfile-limit \"" + limit.name() + "\": " + sentence)
        .toList();
  }

  /** The same without the limit. */
  public List<String> missing(String application, String root, Collection<String> roots) {
    List<String> sentences = new ArrayList<>();
    if (!application.isEmpty() && !isApplication(application)) {
      String there = some(applications);
      sentences.add("application " + application + " is not deployed; there are " + there);
    }
    if (!root.isEmpty() && !roots.contains(root) && !LookupPolicy.NAMES.contains(root)) {
      sentences.add("root " + root + " does not exist; there are " + some(roots));
    }
    return sentences;
  }

  private boolean isApplication(String name) {
    return applications.contains(name) || name.startsWith(DOCROOT);
  }

  private static String some(Collection<String> names) {
    return names.isEmpty()
        ? "none"
        : names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
            + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "");
  }
}
