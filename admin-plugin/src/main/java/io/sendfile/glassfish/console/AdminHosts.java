package io.sendfile.glassfish.console;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.VirtualServer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;

/**
 * Host names accepted for the pages. Another site can point a name of its own here (DNS rebinding),
 * and its scripts would then share our origin; so requests to other names are refused. Addresses
 * are always accepted: no other site can own them.
 */
public final class AdminHosts {
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final Pattern ADDRESS = Pattern.compile("[0-9]+(\\.[0-9]+){3}|\\[[0-9a-f:.]+]");
  private static final String LOCALHOST = "localhost";

  private AdminHosts() {}

  /**
   * The refusal of a host name, in plain text; null if the name is accepted.
   *
   * @param host the request's Host field, null if there is none: then it is not from a browser
   */
  public static @Nullable String refusal(@Nullable String host) {
    if (host == null) {
      return null;
    }
    Config config =
        Globals.getDefaultHabitat()
            .getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
    NetworkListener listener = config.getAdminListener();
    String virtualServer = listener.findHttpProtocol().getHttp().getDefaultVirtualServer();
    return isOwn(host, names(config, listener, virtualServer))
        ? null
        : "This is not a name of the admin console, so nothing is shown: another site could have made"
            + " it lead here. Use the server's own name, its address or localhost. If it is yours:"
            + " asadmin set configs.config."
            + config.getName()
            + ".http-service.virtual-server."
            + virtualServer
            + ".hosts=NAME";
  }

  private static Set<String> names(Config config, NetworkListener listener, String virtualServer) {
    Set<String> names = new HashSet<>();
    names.add(System.getProperty("com.sun.aas.hostName", LOCALHOST));
    names.add(listener.getAddress());
    @Nullable VirtualServer server = config.getHttpService().getVirtualServerByName(virtualServer);
    if (server != null && server.getHosts() != null) {
      names.addAll(Set.of(server.getHosts().split("[, ]+")));
    }
    return names;
  }

  static boolean isOwn(String host, Set<String> names) {
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    if (ADDRESS.matcher(name).matches()
        || name.equals(LOCALHOST)
        || name.endsWith("." + LOCALHOST)) {
      return true;
    }
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return !bare.isEmpty()
        && names.stream()
            .map(own -> own.toLowerCase(Locale.ROOT))
            .anyMatch(
                own -> own.equals(bare) || (own.startsWith(bare + ".") && !bare.contains(".")));
  }
}
