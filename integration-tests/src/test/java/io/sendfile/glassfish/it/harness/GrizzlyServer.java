package io.sendfile.glassfish.it.harness;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.glassfish.it.app.Probe;
import io.sendfile.grizzly.Sendfile;
import io.sendfile.spi.BufferFigures;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.servlet.FilterRegistration;
import org.glassfish.grizzly.servlet.ServletRegistration;
import org.glassfish.grizzly.servlet.WebappContext;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ArchivePath;

/**
 * Grizzly without a container, in this process: listeners as GlassFish has them, and the servlets
 * and filters of the application.
 */
final class GrizzlyServer implements ServerUnderTest {
  static final GrizzlyServer INSTANCE = new GrizzlyServer();

  private static final String CLASSES = "/WEB-INF/classes/";
  private static final String CLASS = ".class";

  private final HttpServer server = new HttpServer();
  private final Sendfile sendfile = Sendfile.builder().build();
  private final WebappContext application = new WebappContext("it", "/it");

  private GrizzlyServer() {}

  void start() throws IOException {
    server.addListener(listener(httpListener(), httpPort()));
    NetworkListener secure = listener(httpsListener(), httpsPort());
    secure.setSecure(true);
    secure.setSSLEngineConfig(new SSLEngineConfigurator(tls(), false, false, false));
    server.addListener(secure);
    sendfile.install(server);
    server.start();
  }

  private static NetworkListener listener(String name, int port) {
    NetworkListener listener = new NetworkListener(name, "127.0.0.1", port);
    listener.registerAddOn(new Http2AddOn());
    return listener;
  }

  private static SSLContext tls() throws IOException {
    try {
      return Certificate.unknown().context();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Lets running downloads go. */
  void stop() {
    server.shutdownNow();
    sendfile.close();
  }

  /** Registers the servlets and filters among the classes of an application. */
  void deploy(Archive<?> archive) {
    for (ArchivePath path : archive.getContent().keySet()) {
      String name = path.get();
      if (name.startsWith(CLASSES) && name.endsWith(CLASS)) {
        String file = name.substring(CLASSES.length(), name.length() - CLASS.length());
        register(load(file.replace('/', '.')));
      }
    }
    application.deploy(server);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, GrizzlyServer.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private void register(Class<?> component) {
    WebServlet servlet = component.getAnnotation(WebServlet.class);
    if (servlet != null) {
      ServletRegistration added =
          application.addServlet(component.getName(), component.asSubclass(Servlet.class));
      added.addMapping(servlet.value());
      added.setAsyncSupported(servlet.asyncSupported());
    }
    WebFilter filter = component.getAnnotation(WebFilter.class);
    if (filter != null) {
      FilterRegistration added =
          application.addFilter(component.getName(), component.asSubclass(Filter.class));
      added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), filter.value());
    }
  }

  void undeploy() {
    application.undeploy();
  }

  @Override
  public String httpListener() {
    return "http";
  }

  @Override
  public String httpsListener() {
    return "https";
  }

  @Override
  public String command(String name, String... arguments) {
    throw new UnsupportedOperationException(
        name + " is a command of GlassFish: the scenario lacks @InContainer");
  }

  @Override
  public Snapshot probe() {
    Map<String, String> values = Probe.process(TestFiles.folder().toString());
    StatsSnapshot now = sendfile.statistics();
    for (Figure figure : Figure.values()) {
      values.put(figure.attribute(), Long.toString(figure.of(now)));
    }
    putEach("RefusedByReason.", now.counts().each(Breakdown.REFUSALS), values);
    putEach("AnsweredByStatus.", now.counts().each(Breakdown.STATUSES), values);
    server.getListeners().forEach(listener -> putBuffers(listener, values));
    List<TransferSnapshot> running = sendfile.transfers();
    long waiting = running.stream().filter(t -> t.state() == TransferState.WAITING_PEER).count();
    values.put("transfers.running", Integer.toString(running.size()));
    values.put("transfers.waiting-peer", Long.toString(waiting));
    return new Snapshot(values);
  }

  private void putBuffers(NetworkListener listener, Map<String, String> values) {
    String prefix = "buffers." + listener.getName() + ".";
    values.put(
        prefix + "Policy", sendfile.settings().forListener(listener.getName()).buffers().policy());
    BufferFigures figures = sendfile.buffers(listener);
    if (figures != null) {
      values.put(prefix + "Taken", Long.toString(figures.taken()));
      values.put(prefix + "InUse", Long.toString(figures.inUse()));
      values.put(prefix + "InUseBytes", Long.toString(figures.inUseBytes()));
      values.put(prefix + "HighWaterBytes", Long.toString(figures.highWaterBytes()));
      values.put(prefix + "ReservedBytes", Long.toString(figures.reservedBytes()));
      values.put(prefix + "Exhausted", Long.toString(figures.exhausted()));
      values.put(prefix + "Misuses", Long.toString(figures.misuses()));
    }
  }

  private static void putEach(String prefix, Map<String, Long> counts, Map<String, String> values) {
    counts.forEach((key, count) -> values.put(prefix + key, count.toString()));
  }

  @Override
  public Snapshot leaks() {
    return probe();
  }

  private void change(Consumer<Sendfile.Builder> change) {
    try {
      sendfile.settings(change);
    } catch (IllegalArgumentException e) {
      throw new CommandFailed(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void configure(String... settings) {
    change(
        next -> {
          for (int i = 0; i < settings.length; i += 2) {
            String value = settings[i + 1];
            next.set(settings[i], value.isEmpty() ? defaultOf(settings[i]) : value);
          }
        });
  }

  private static String defaultOf(String attribute) {
    return Element.CONFIG.settings().stream()
        .filter(setting -> setting.attribute().equals(attribute))
        .map(Setting::defaultValue)
        .findAny()
        .orElseThrow();
  }

  @Override
  public void createRoot(String name, Path folder, String... attributes) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      all.put(attributes[i], attributes[i + 1]);
    }
    change(next -> next.root(name, folder, all));
  }

  @Override
  public void deleteRoot(String name) {
    change(next -> next.removeRoot(name));
  }
}
