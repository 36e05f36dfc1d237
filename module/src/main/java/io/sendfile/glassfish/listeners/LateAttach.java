package io.sendfile.glassfish.listeners;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.v3.services.impl.GrizzlyProxy;
import com.sun.enterprise.v3.services.impl.GrizzlyService;
import io.sendfile.glassfish.config.CommitListener;
import io.sendfile.spi.CleanThreads;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.grizzly.config.GenericGrizzlyListener;
import org.glassfish.grizzly.config.dom.Http;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.api.ServerContext;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.Transactions;

/**
 * The fallback for listeners with {@code websockets-support-enabled="false"}: GlassFish configures
 * them without asking for {@link SendfileAddOn}. For some seconds after the start and after each
 * change of the configuration it looks for such listeners and gives them a copy of their chain with
 * the filter; connections open by then keep the old chain.
 *
 * <p>The first responses after a listener's start can go out unfiltered, which {@code
 * get-sendfile-configuration} reports.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class LateAttach {
  private static final Logger LOG = Logger.getLogger(LateAttach.class.getPackageName());
  private static final long POLL_MILLIS = 2;

  /** GlassFish restarts a listener some time after the change that causes it. */
  private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ServiceLocator locator;
  private final CommitListener onCommit = changes -> watch();
  private final ScheduledThreadPoolExecutor thread;
  private long watchUntil;
  private boolean watching;

  @Inject
  public LateAttach(ServiceLocator locator, ServerContext server) {
    CleanThreads.setContext(server.getCommonClassLoader());
    this.locator = locator;
    thread = new ScheduledThreadPoolExecutor(1, task -> CleanThreads.make("sendfile-attach", task));
    thread.setKeepAliveTime(1, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  @PostConstruct
  void start() {
    try {
      watch();
      Transactions transactions = locator.getService(Transactions.class);
      if (transactions != null) {
        transactions.addTransactionsListener(onCommit);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.log(
          Level.WARNING,
          "sendfile: listeners with websockets-support-enabled=false hand nothing off",
          e);
    }
  }

  @PreDestroy
  void stop() {
    thread.shutdownNow();
    try {
      Transactions transactions = locator.getService(Transactions.class);
      if (transactions != null) {
        transactions.removeTransactionsListener(onCommit);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.FINE, "the server is going down", e);
    }
  }

  private synchronized void watch() {
    watchUntil = System.nanoTime() + WATCH_NANOS;
    if (!watching && !thread.isShutdown()) {
      watching = true;
      thread.execute(this::look);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void look() {
    boolean more = false;
    try {
      more = attachAll();
    } catch (IllegalStateException e) {
      LOG.log(Level.FINE, "the server is going down", e);
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.WARNING, "sendfile: looking for unattached listeners failed", e);
    }
    synchronized (this) {
      watching = more && System.nanoTime() < watchUntil && !thread.isShutdown();
      if (watching) {
        thread.schedule(this::look, POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Whether there are such listeners. */
  private boolean attachAll() {
    Config config = locator.getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
    GrizzlyService grizzly = running(GrizzlyService.class);
    if (config == null || grizzly == null) {
      return false;
    }
    boolean any = false;
    for (NetworkListener listener :
        config.getNetworkConfig().getNetworkListeners().getNetworkListener()) {
      if (withoutWebSockets(listener)) {
        any = true;
        attach(listener, grizzly.lookupNetworkProxy(listener));
      }
    }
    return any;
  }

  /** The service if it exists now; it must not be started, least of all during a shutdown. */
  private <T> @Nullable T running(Class<T> type) {
    ServiceHandle<T> handle = locator.getServiceHandle(type);
    return handle != null && handle.isActive() ? handle.getService() : null;
  }

  private static boolean withoutWebSockets(NetworkListener listener) {
    Http http = listener.findProtocol() == null ? null : listener.findProtocol().getHttp();
    return http != null
        && Boolean.parseBoolean(listener.getEnabled())
        && !Boolean.parseBoolean(http.getWebsocketsSupportEnabled());
  }

  private void attach(NetworkListener config, @Nullable Object proxy) {
    if (proxy instanceof GrizzlyProxy grizzly
        && grizzly.getUnderlyingListener() instanceof GenericGrizzlyListener listener
        && listener.getTransport() != null
        && listener.getTransport().getProcessor() instanceof FilterChain chain
        && !ListenerBinder.bound(chain)) {
      // Not before it is needed, as the module is made for it: in a usual server that is left to a
      // thread of GlassFish.
      ListenerBinder binder = locator.getService(ListenerBinder.class);
      FilterChainBuilder builder = FilterChainBuilder.stateless().addAll(chain);
      binder.bindLate(config.getName(), config.findProtocol().getHttp(), builder);
      listener.getTransport().setProcessor(builder.build());
    }
  }
}
