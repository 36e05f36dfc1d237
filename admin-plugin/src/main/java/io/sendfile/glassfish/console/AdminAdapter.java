package io.sendfile.glassfish.console;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.v3.admin.adapter.AdminEndpointDecider;
import java.net.InetAddress;
import java.util.List;
import org.glassfish.api.container.Adapter;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.jspecify.annotations.Nullable;

/**
 * A handler at an address of the admin listener. GlassFish creates it while the HTTP listeners
 * start, so it depends on nothing but the configuration.
 */
abstract class AdminAdapter implements Adapter {
  private final String contextRoot;
  private final Config config;
  private final HttpHandler handler;
  private @Nullable AdminEndpointDecider endpoint;
  private boolean registered;

  AdminAdapter(Config config, String contextRoot, HttpHandler handler) {
    this.config = config;
    this.contextRoot = contextRoot;
    this.handler = handler;
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
    return contextRoot;
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
