package io.sendfile.glassfish.console;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.v3.admin.adapter.AdminEndpointDecider;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.net.InetAddress;
import java.util.List;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.container.Adapter;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.hk2.api.IterableProvider;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Puts {@link Doorkeeper} on the admin listener, where the web application will be. GlassFish makes
 * it while the HTTP listeners start, so it needs nothing but the configuration then.
 */
@Service
public class ConsoleAdapter implements Adapter {
  /** Where the web application is; the console's own pages of this plug-in are at /sendfile. */
  public static final String CONTEXT_ROOT = "/sendfile-app";

  private final Config config;
  private final HttpHandler handler;
  private @Nullable AdminEndpointDecider endpoint;
  private boolean registered;

  @Inject
  public ConsoleAdapter(
      @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config,
      ServerEnvironment server,
      IterableProvider<ApplicationLoader> loader) {
    this.config = config;
    this.handler = new Doorkeeper(server::isDas, () -> loader.get().load());
  }

  private synchronized AdminEndpointDecider endpoint() {
    AdminEndpointDecider known = endpoint;
    if (known == null) {
      known = new AdminEndpointDecider(config);
      endpoint = known;
    }
    return known;
  }

  @Override
  public HttpHandler getHttpService() {
    return handler;
  }

  @Override
  public String getContextRoot() {
    return CONTEXT_ROOT;
  }

  @Override
  public int getListenPort() {
    return endpoint().getListenPort();
  }

  @Override
  public InetAddress getListenAddress() {
    return endpoint().getListenAddress();
  }

  @Override
  public List<String> getVirtualServers() {
    return endpoint().getGuiHosts();
  }

  @Override
  public synchronized boolean isRegistered() {
    return registered;
  }

  @Override
  public synchronized void setRegistered(boolean nowRegistered) {
    registered = nowRegistered;
  }
}
