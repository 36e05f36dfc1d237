package io.sendfile.glassfish.server;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.v3.admin.adapter.AdminEndpointDecider;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.monitoring.OpenMetrics;
import io.sendfile.glassfish.plugins.DownloadResultSender;
import io.sendfile.glassfish.plugins.PlugInStates;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.security.auth.login.LoginException;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.container.Adapter;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.internal.api.AdminAccessController;
import org.glassfish.internal.api.RemoteAdminAccessException;
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
      IterableProvider<PlugInStates> plugIns,
      IterableProvider<AdminAccessController> access) {
    this.config = config;
    this.handler =
        new MetricsHandler(
            () -> reading(core.get(), listeners.get(), problems.get(), sender.get(), plugIns.get()),
            access::get,
            () -> core.get().settings().current().text(Setting.METRICS_KEY));
  }

  private static OpenMetrics.PublishedFacts reading(
      SendfileCore core,
      ListenerMonitoring listeners,
      ServerProblems problems,
      DownloadResultSender sender,
      PlugInStates states) {
    return new OpenMetrics.PublishedFacts(
        core.stats(),
        plugIns(states, core),
        listeners.listeners(),
        core.settings().current().roots().stream().map(Root::name).toList(),
        core.engine().drain().state(),
        problems.lately(),
        core.health().lost(),
        sender.figures());
  }

  private static Map<String, Boolean> plugIns(PlugInStates states, SendfileCore core) {
    Map<String, Boolean> ready = new TreeMap<>();
    states.all(core.settings().current()).stream()
        .filter(plugIn -> plugIn.loaded() != null)
        .forEach(plugIn -> ready.put(plugIn.counted(), plugIn.isReady()));
    return ready;
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

  /**
   * Answers administrators, and whoever has the key of the settings, with the statistics as text of
   * the format that the request asks for.
   */
  static final class MetricsHandler extends HttpHandler {
    private static final Logger LOGGER = Logger.getLogger(OpenMetrics.class.getPackageName());

    private static final String BEARER = "Bearer ";

    private final Supplier<OpenMetrics.PublishedFacts> reading;
    private final Supplier<AdminAccessController> access;
    private final Supplier<String> key;

    /**
     * @param reading supplies what is published
     * @param access decides who is an administrator
     * @param key supplies the key that opens this address, and nothing else; empty for none
     */
    public MetricsHandler(
        Supplier<OpenMetrics.PublishedFacts> reading,
        Supplier<AdminAccessController> access,
        Supplier<String> key) {
      this.reading = reading;
      this.key = key;
      this.access = access;
    }

    @Override
    public void service(Request request, Response response) throws IOException {
      if (request.getMethod() != Method.GET && request.getMethod() != Method.HEAD) {
        response.setHeader("Allow", "GET, HEAD");
        answer(response, 405, "This address is for GET");
        return;
      }
      String given = bearer(request);
      if (given == null ? isAdministrator(request, response) : isKey(given, response)) {
        OpenMetrics.Format format = OpenMetrics.Format.of(accepted(request));
        response.setHeader("Vary", "Accept");
        send(response, format.mediaType(), OpenMetrics.text(reading.get(), format));
      }
    }

    /** The value of Accept; null without one. */
    private static @Nullable String accepted(Request request) {
      StringJoiner all = new StringJoiner(",");
      request.getHeaders("Accept").forEach(all::add);
      return all.length() == 0 ? null : all.toString();
    }

    /** The token of the request (RFC 6750); null without one. */
    private static @Nullable String bearer(Request request) {
      String given = request.getHeader("Authorization");
      return given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
          ? given.substring(BEARER.length()).strip()
          : null;
    }

    /** Whether it is the key; takes the same time for each wrong one. */
    private boolean isKey(String given, Response response) throws IOException {
      String wanted = key.get();
      boolean is = !wanted.isEmpty() && MessageDigest.isEqual(bytes(given), bytes(wanted));
      if (!is) {
        refuse(response, "This is not the metrics-key of the server");
      }
      return is;
    }

    private boolean isAdministrator(Request request, Response response) throws IOException {
      try {
        access.get().loginAsAdmin(request);
        return true;
      } catch (RemoteAdminAccessException e) {
        answer(
            response,
            403,
            "Remote access needs metrics-key, or secure admin: asadmin enable-secure-admin");
        return false;
      } catch (LoginException e) {
        LOGGER.log(Level.FINE, "sendfile metrics: not an administrator", e);
        refuse(response, "The metrics-key, or name and password of an administrator are needed");
        return false;
      }
    }

    private static void refuse(Response response, String why) throws IOException {
      response.setHeader("WWW-Authenticate", "Basic realm=\"admin-realm\", Bearer");
      answer(response, 401, why);
    }

    private static void answer(Response response, int status, String text) throws IOException {
      response.setStatus(status);
      send(response, "text/plain; charset=utf-8", bytes(text + "\n"));
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void send(Response response, String type, byte[] body) throws IOException {
      response.setHeader("Cache-Control", "no-store");
      // Not by setContentType: Grizzly would add it after its mark of the header's end.
      response.getResponse().getHeaders().setValue("Content-Type").setString(type);
      response.setContentLength(body.length);
      try (OutputStream out = response.getOutputStream()) {
        out.write(body);
      }
    }
  }
}
