package io.sendfile.glassfish.server;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.v3.admin.adapter.AdminEndpointDecider;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.monitoring.MetricsHandler;
import io.sendfile.glassfish.monitoring.OpenMetrics;
import io.sendfile.glassfish.plugins.DownloadResultSender;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.net.InetAddress;
import java.util.List;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.container.Adapter;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.internal.api.AdminAccessController;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Registers {@link MetricsHandler} on the admin listener, at {@value #CONTEXT_ROOT}. GlassFish
 * creates it while the HTTP listeners start, so it depends on nothing but the configuration; a
 * server without an admin listener has no metrics address.
 */
@Service
public class MetricsAdapter implements Adapter {
  /** Address of the metrics on the admin listener. */
  public static final String CONTEXT_ROOT = "/sendfile-metrics";

  private final Config config;
  private final MetricsHandler handler;
  private @Nullable AdminEndpointDecider endpoint;
  private boolean registered;

  @Inject
  public MetricsAdapter(
      @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config,
      IterableProvider<SendfileCore> core,
      IterableProvider<ListenerMonitoring> listeners,
      IterableProvider<ServerProblems> problems,
      IterableProvider<DownloadResultSender> sender,
      IterableProvider<AdminAccessController> access) {
    this.config = config;
    this.handler =
        new MetricsHandler(
            () -> reading(core.get(), listeners.get(), problems.get(), sender.get()),
            access::get,
            () -> core.get().settings().current().text(Setting.METRICS_KEY));
  }

  private static OpenMetrics.Reading reading(
      SendfileCore core,
      ListenerMonitoring listeners,
      ServerProblems problems,
      DownloadResultSender sender) {
    return new OpenMetrics.Reading(
        core.stats(),
        listeners.listeners(),
        core.settings().current().roots().stream().map(Root::name).toList(),
        core.engine().drain().state(),
        problems.lately(),
        core.health().lost(),
        sender.figures());
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
    return endpoint().getAsadminHosts();
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
