package io.sendfile.glassfish.listeners;

import io.sendfile.core.engine.Explanation;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.Question;
import io.sendfile.core.files.Origin;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ServerNames;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.server.Compatibility;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.glassfish.webcontainer.ApplicationListeners;
import io.sendfile.glassfish.webcontainer.CatalinaRequests;
import io.sendfile.glassfish.webcontainer.CatalinaStaticFiles;
import io.sendfile.glassfish.webcontainer.ListenerMapper;
import io.sendfile.glassfish.webcontainer.StaticThreshold;
import io.sendfile.grizzly.filter.HandOffHandler;
import io.sendfile.grizzly.filter.ProxyProtocol;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.filter.StaticFile;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.config.dom.Http;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The only class that knows the filter's place in a listener's chain: just below Grizzly's
 * web-server filter, so that HTTP/1.1, TLS and HTTP/2 pass it; that filter's handler is wrapped.
 * Chains are changed only while they are built, never once they carry traffic.
 */
@Service
@Singleton
public class ListenerBinder {
  private final SendfileCore core;
  private final Compatibility compatibility;
  private final ListenerMemories memories;
  private final ApplicationListeners applications;
  private final ServiceLocator locator;
  private final Set<Object> awake =
      Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));
  private final StaticThreshold threshold = new StaticThreshold();
  private final Map<String, StaticFiles> staticFiles = new ConcurrentHashMap<>();

  private record StaticFiles(CatalinaStaticFiles files, boolean compressing) {}

  @Inject
  public ListenerBinder(
      SendfileCore core,
      Compatibility compatibility,
      ListenerMemories memories,
      ApplicationListeners applications,
      ServiceLocator locator) {
    this.core = core;
    this.compatibility = compatibility;
    this.applications = applications;
    this.memories = memories;
    this.locator = locator;
    core.settings().addListener(this::settingsChanged);
  }

  private void settingsChanged(SendfileSettings settings) {
    if (!settings.flag(Setting.ENABLED) || !settings.flag(Setting.STATIC_FILES)) {
      threshold.restore();
    }
  }

  /** Whether an HTTP listener may compress responses. */
  private static boolean compresses(Http http) {
    return !"off".equalsIgnoreCase(http.getCompression());
  }

  /** Adds the filter to a chain under construction. */
  public void bind(String listener, Http http, FilterChainBuilder builder) {
    int index = builder.indexOfType(HttpServerFilter.class);
    if (!compatibility.allows("sending of files", ListenerBinder.class, SendfileFilter.class)) {
      core.health()
          .degraded(part(listener), Severity.ERROR, "not attached, as the sending of files is off");
      return;
    }
    if (index < 0) {
      core.health().report(part(listener), "not attached: its chain serves no web applications");
      return;
    }
    wrap(listener, (HttpServerFilter) builder.get(index), http);
    builder.add(index, core.filter(listener, memories.of(listener)));
    SendfileFilter.joinHttp2(builder);
    boolean wanted = requiresProxyHeader(listener, http);
    if (wanted && !ProxyProtocol.join(listener, builder, core.engine().at(listener))) {
      core.health()
          .degraded(
              part(listener),
              Severity.ERROR,
              "attached, without the PROXY protocol that it is to require, as port unification"
                  + " finds its protocol; give it one protocol, or set proxy-protocol to off");
      return;
    }
    core.health().report(part(listener), () -> state(listener, http, wanted));
  }

  /**
   * The state of an attached listener.
   *
   * @param required whether its chain requires a PROXY header
   */
  private String state(String listener, Http http, boolean required) {
    if (requiresProxyHeader(listener, http) != required) {
      return "attached; proxy-protocol has changed, and takes effect when the server or the"
          + " listener starts anew";
    }
    return required && core.engine().at(listener).settings().trustedProxies() == null
        ? "attached; closes every connection, as proxy-protocol is required and trusted-proxies"
            + " names no address"
        : "attached";
  }

  /** Administration never does: asadmin would be locked out. */
  private boolean requiresProxyHeader(String listener, Http http) {
    return !ServerNames.isOfAdministration(http)
        && core.engine().at(listener).settings().requiresProxyHeader();
  }

  /** Like {@link #bind}, for a copy of a chain that carries traffic already. */
  void bindLate(String listener, Http http, FilterChainBuilder builder) {
    bind(listener, http, builder);
    core.health()
        .degraded(
            part(listener),
            Severity.WARNING,
            "attached after its start, because websockets-support-enabled is false: the first"
                + " responses after a restart of the listener may go out unfiltered; set it to"
                + " true to close this gap");
  }

  /** Whether a chain has the filter. */
  static boolean bound(List<Filter> chain) {
    return chain.stream().anyMatch(SendfileFilter.class::isInstance);
  }

  private void wrap(String listener, HttpServerFilter web, Http http) {
    HttpHandler handler = web.getHttpHandler();
    boolean toApplications = !ServerNames.isOfAdministration(http);
    if (handler != null && !(handler instanceof HandOffHandler)) {
      CatalinaStaticFiles files =
          new CatalinaStaticFiles(
              () -> toApplications ? ListenerMapper.find(locator, listener) : null,
              awake,
              threshold,
              handler.isAllowEncodedSlash());
      staticFiles.put(listener, new StaticFiles(files, compresses(http)));
      web.setHttpHandler(
          new HandOffHandler(
              handler,
              core.engine().at(listener),
              new CatalinaRequests(files, applications),
              compresses(http),
              toApplications));
    }
  }

  /**
   * Whether the module answers a request for a static file before it reaches the web container,
   * with the reason.
   *
   * @param question its path, decoded, in place of a header's value
   * @param path the same, as a client sends it
   */
  public Explanation explainUri(String listener, Question question, String path) {
    ListenerEngine engine = core.engine().at(listener);
    PathResolver.Request request = question.requestFor(path);
    Resolution resolution = engine.resolve(request);
    if (resolution != null) {
      return engine.explainer().explain(question, resolution, engine.facts(request));
    }
    StaticFiles known = staticFiles.get(listener);
    if (known == null) {
      return engine.explainer().left(question, "the listener has not been attached", "");
    }
    // Before the settings, of which none makes a file of a servlet's response.
    CatalinaStaticFiles.Finding finding =
        known.files().find(question.origin().virtualServer(), question.value(), question.cookies());
    StaticFile file = finding.file();
    if (file == null) {
      return engine.explainer().left(question, finding.why().get(), finding.application().get());
    }
    String obstacle = obstacle(engine.settings(), question.method(), known);
    return obstacle == null
        ? file.explain(question, engine)
        : engine.explainer().left(question, obstacle, "");
  }

  private static @Nullable String obstacle(
      SendfileSettings settings, String method, StaticFiles known) {
    if (!settings.flag(Setting.ENABLED) || !settings.flag(Setting.STATIC_FILES)) {
      return "enabled or static-files is false; set both to true";
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return "static files are for GET and HEAD";
    }
    return known.compressing() ? "the listener is set to compress" : null;
  }

  /** An application's media type for files of that name; null for none. */
  public @Nullable String mediaType(Origin origin, String name) {
    return CatalinaRequests.mediaType(locator, origin, name);
  }

  /** The name of a listener in the {@link HealthReport}. */
  public static String part(String listener) {
    return "listener " + listener;
  }
}
