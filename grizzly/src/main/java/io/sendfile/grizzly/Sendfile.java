package io.sendfile.grizzly;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.grizzly.filter.HandOffHandler;
import io.sendfile.grizzly.filter.PooledThread;
import io.sendfile.grizzly.filter.ProxyProtocol;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.grizzly.jmx.TransferMonitor;
import io.sendfile.grizzly.jmx.TransfersMonitor;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferListener;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import org.glassfish.grizzly.Processor;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.CompressionConfig.CompressionMode;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The module in a program that embeds Grizzly: installed into an {@code HttpServer}, it sends the
 * files that handlers name in the header {@code X-Sendfile}, and those of a {@link FileHandler}.
 *
 * <pre>{@code
 * Sendfile sendfile = Sendfile.builder().root("media", Path.of("/srv/media")).build();
 * sendfile.install(server);
 * }</pre>
 *
 * Thread-safe. Close it after the server has stopped, or before, to let running downloads finish.
 */
public final class Sendfile implements AddOn, AutoCloseable {
  /** Settings for which only GlassFish has a use. */
  private static final Set<Setting> OF_GLASSFISH =
      EnumSet.of(
          Setting.STATIC_FILES,
          Setting.WATCH_COPIES,
          Setting.ENDED_TRANSFERS,
          Setting.DOWNLOAD_LOG_BYTES,
          Setting.METRICS_KEY,
          Setting.ROOT_APPLICATIONS,
          Setting.ROOT_VIRTUAL_SERVERS);

  private static final String HTTP2_PACKAGE = "org.glassfish.grizzly.http2.";

  private final Statistics stats = new Statistics(InstantSource.system());
  private final WritePoller poller = new WritePoller();
  private final Map<String, ListenerMemory> memories = new ConcurrentHashMap<>();
  private final List<ClassPathFiles> classPaths = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<TransferListener> live = new CopyOnWriteArrayList<>();
  private final SendfileEngine engine;
  private volatile Builder inForce;

  /** MXBeans, once they are published; guarded by this. */
  private @Nullable ServerBeans beans;

  private boolean closed;

  private Sendfile(Builder settings) {
    inForce = settings;
    live.addAll(settings.listeners);
    engine =
        new SendfileEngine(
            settings.toSettings(),
            stats,
            live,
            () -> inForce.algorithms,
            () -> inForce.stores,
            new Machine.Real(PooledThread::make, System::nanoTime),
            TransferId.supplier());
    engine.askForDigests(settings.digests.values());
    engine.drain().started();
  }

  /** Settings at their defaults, without roots. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Installs the module into all listeners that the server has now; before or after its start.
   *
   * @throws IllegalStateException if a listener cannot have it, with the reason
   */
  public void install(HttpServer server) {
    server.getListeners().forEach(this::install);
  }

  /**
   * Installs the module into a listener. One that runs already gets a new chain of filters, for the
   * connections that are opened from now on.
   *
   * @throws IllegalStateException if it cannot have it, with the reason
   */
  public void install(NetworkListener listener) {
    if (listener.getFilterChain() == null) {
      listener.registerAddOn(this);
    } else {
      Processor<?> running = listener.getTransport().getProcessor();
      FilterChain chain = running instanceof FilterChain now ? now : listener.getFilterChain();
      FilterChainBuilder builder = FilterChainBuilder.stateless().addAll(chain);
      setup(listener, builder);
      listener.getTransport().setProcessor(builder.build());
    }
  }

  /**
   * Installs the module into a chain of filters that a program builds itself, such as that of HTTP
   * behind a {@code PUFilter}; {@link #install} calls it for those of Grizzly.
   *
   * @param listener the one at which the chain serves
   * @param builder has an {@code HttpServerFilter}
   * @throws IllegalStateException if the chain cannot have it, with the reason
   */
  @Override
  public void setup(NetworkListener listener, FilterChainBuilder builder) {
    String name = listener.getName();
    int index = builder.indexOfType(HttpServerFilter.class);
    if (index < 0) {
      throw new IllegalStateException(
          "sendfile: listener "
              + name
              + " has no HttpServerFilter in its chain; if a PUFilter leads to HTTP, call"
              + " Sendfile.setup with that chain before it is built");
    }
    if (builder.indexOfType(SendfileFilter.class) >= 0) {
      return;
    }
    HttpServerFilter web = (HttpServerFilter) builder.get(index);
    HttpHandler handlers = web.getHttpHandler();
    if (!(handlers instanceof HandOffHandler)) {
      boolean compresses =
          listener.getCompressionConfig().getCompressionMode() != CompressionMode.OFF;
      web.setHttpHandler(
          new HandOffHandler(
              new HandlerChain(handlers), engine.at(name), new PlainRequests(), compresses, true) {
            @Override
            protected boolean sendAcknowledgment(Request request, Response response) {
              // The handler of the request decides whether it wants the body (100-continue).
              return true;
            }
          });
    }
    ListenerMemory memory = memory(name);
    builder.add(index, new SendfileFilter(engine.at(name), poller, memory));
    if (hasHttp2(listener) && !SendfileFilter.joinHttp2(builder)) {
      throw new IllegalStateException(
          "sendfile: listener "
              + name
              + " has an Http2AddOn that was registered after sendfile was installed; register it"
              + " before");
    }
    if (engine.at(name).settings().requiresProxyHeader()
        && !ProxyProtocol.join(name, builder, engine.at(name))) {
      throw new IllegalStateException(
          "sendfile: listener "
              + name
              + " requires the PROXY protocol, for which its chain has no TransportFilter; set"
              + " proxy-protocol to off, or put HTTP into the listener's own chain");
    }
    synchronized (this) {
      if (beans != null) {
        beans.addListener(name, stats, memory);
      }
    }
  }

  /** By the name of a package, as a program without HTTP/2 has none of its classes. */
  private static boolean hasHttp2(NetworkListener listener) {
    AddOn[] addOns = listener.getAddOns();
    return addOns != null
        && Stream.of(addOns)
            .anyMatch(addOn -> addOn.getClass().getName().startsWith(HTTP2_PACKAGE));
  }

  private ListenerMemory memory(String listener) {
    return memories.computeIfAbsent(
        listener,
        name -> new ListenerMemory(engine.settings().forListener(name).buffers(), this::policy));
  }

  private @Nullable BufferPolicy policy(BufferChoice choice) {
    BufferPolicy plugIn = inForce.bufferPolicies.get(choice.policy());
    return plugIn == null
        ? choice.make()
        : BufferPolicies.guarded(
            choice.policy(),
            plugIn,
            new PlugInFailures("buffer-policy " + choice.policy(), stats.listener("").any()));
  }

  /**
   * A handler that serves the files of a root, to be added to a server that has this module.
   *
   * @param root its name
   * @throws IllegalArgumentException with a sentence, if there is no such root now
   */
  public FileHandler files(String root) {
    return new FileHandler(this, root);
  }

  /**
   * A handler that serves resources of the class path, to be added to a server that has this
   * module.
   *
   * @param loader finds them, in folders and JARs
   * @param prefix the beginning of their names, such as {@code static/}; not the whole class path
   * @throws IllegalArgumentException with a sentence, if the prefix does not end with a slash, or
   *     is empty
   */
  public FileHandler resources(ClassLoader loader, String prefix) {
    return new FileHandler(this, loader, prefix);
  }

  /** The name of a root that there is now. */
  String known(String root) {
    if (!inForce.roots.containsKey(root)) {
      throw new IllegalArgumentException(
          "there is no root \"" + root + "\"; there are " + inForce.roots.keySet());
    }
    return root;
  }

  /** Resources of the class path, which are let go at the end. */
  ClassPathFiles classPath(ClassLoader loader, String prefix) {
    ClassPathFiles files = new ClassPathFiles(loader, prefix, System::nanoTime);
    classPaths.add(files);
    showBeans();
    return files;
  }

  /** The settings in force. */
  public SendfileSettings settings() {
    return engine.settings();
  }

  /**
   * Changes settings, live; running transfers keep those that they began with, but for shared
   * rates, and listeners the {@code proxy-protocol} with which the module was installed.
   *
   * @param change sets what becomes different; roots may be added, replaced and removed
   * @throws IllegalArgumentException with a sentence, if a value is not allowed; nothing changes
   */
  public synchronized void settings(Consumer<Builder> change) {
    Builder next = new Builder(inForce);
    change.accept(next);
    SendfileSettings settings = next.toSettings();
    inForce = next;
    live.addAllAbsent(next.listeners);
    engine.apply(settings);
    engine.askForDigests(next.digests.values());
    memories.forEach((name, memory) -> memory.choose(settings.forListener(name).buffers()));
    showBeans();
  }

  /** Counters of all listeners together. */
  public StatsSnapshot statistics() {
    return stats.snapshot();
  }

  /** Counters of a listener; of a name without one, all zero. */
  public StatsSnapshot statistics(NetworkListener listener) {
    return stats.ofListener(listener.getName());
  }

  /**
   * Counters of the buffers of a listener, since its {@code buffer-policy} was set; null with
   * {@code server-default}, whose buffers are Grizzly's own.
   */
  public @Nullable BufferFigures buffers(NetworkListener listener) {
    return memory(listener.getName()).figures();
  }

  /** The running transfers, the oldest first. */
  public List<TransferSnapshot> transfers() {
    return control().list();
  }

  /**
   * Ends a transfer.
   *
   * @param id its own, or the application's while only one has it
   * @return its state before
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id
   */
  public TransferSnapshot cancel(String id) {
    return control().cancel(id);
  }

  /**
   * Sets the highest rate of a running transfer, in force at once.
   *
   * @param bytesPerSecond 0 = none of its own
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id, or the
   *     rate is negative
   */
  public TransferSnapshot limit(String id, long bytesPerSecond) {
    return control().limit(id, bytesPerSecond);
  }

  /**
   * Publishes statistics and running transfers as the MXBeans that GlassFish has of them, until
   * {@link #close}. They follow the settings and the listeners that get the module.
   *
   * @throws IllegalStateException with a sentence, if the MBean server has beans of their names, or
   *     if this object has published before or is closed; none is published then
   */
  public void publish(MBeanServer server) {
    publish(server, new ServerBeans());
  }

  /**
   * The same for one of several objects in a program.
   *
   * @param name becomes the property {@code server} of the names of its MXBeans; not empty
   * @throws IllegalArgumentException if the name is empty
   */
  public void publish(MBeanServer server, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a Sendfile object must not be empty");
    }
    publish(server, new ServerBeans(name));
  }

  private synchronized void publish(MBeanServer server, ServerBeans made) {
    if (closed) {
      throw new IllegalStateException("sendfile: this Sendfile object is closed");
    }
    if (beans != null) {
      throw new IllegalStateException(
          "sendfile: this Sendfile object has published its MXBeans already");
    }
    made.register(ServerBeans.TOTALS, TransferMonitor.ofServer(stats));
    made.register(TransfersMonitor.NAME, new TransfersMonitor(control()));
    memories.forEach((name, memory) -> made.addListener(name, stats, memory));
    made.setRoots(rootNames(), stats);
    made.setStores(inForce.stores);
    made.publishNew(server);
    beans = made;
  }

  private synchronized void showBeans() {
    if (beans != null) {
      beans.setRoots(rootNames(), stats);
      beans.setStores(inForce.stores);
    }
  }

  /** Names by which counters tell roots apart. */
  private Set<String> rootNames() {
    Set<String> names = new HashSet<>(inForce.roots.keySet());
    if (!classPaths.isEmpty()) {
      names.add(ClassPathFiles.ROOT);
    }
    return names;
  }

  private TransferControl control() {
    return new TransferControl(engine.scheduler());
  }

  /**
   * Refuses new downloads, waits for the running ones up to {@code stop-drain-seconds}, stops. The
   * MXBeans go last.
   */
  @Override
  public void close() {
    engine.drain().stop(Duration.ofSeconds(engine.settings().number(Setting.STOP_DRAIN_SECONDS)));
    engine.close();
    classPaths.forEach(ClassPathFiles::close);
    poller.close();
    withdraw();
    memories.values().forEach(ListenerMemory::close);
    memories.clear();
  }

  private synchronized void withdraw() {
    closed = true;
    if (beans != null) {
      beans.withdraw();
      beans = null;
    }
  }

  /**
   * Settings under the names of domain.xml (docs/reference.md), each checked when it is set. For
   * one thread at a time.
   */
  public static final class Builder {
    private final Map<Setting, String> values = new EnumMap<>(Setting.class);
    private final Map<String, Map<Setting, String>> roots = new LinkedHashMap<>();
    private final Map<String, Map<Setting, String>> ofListeners = new HashMap<>();
    private final Map<String, SendAlgorithm> algorithms = new HashMap<>();
    private final Map<String, BufferPolicy> bufferPolicies = new HashMap<>();
    private final Map<String, FileStore> stores = new HashMap<>();
    private final Map<String, FileDigests> digests = new LinkedHashMap<>();
    private final List<TransferListener> listeners = new ArrayList<>();

    private Builder() {}

    private Builder(Builder other) {
      values.putAll(other.values);
      roots.putAll(other.roots);
      other.ofListeners.forEach((name, own) -> ofListeners.put(name, new EnumMap<>(own)));
      algorithms.putAll(other.algorithms);
      bufferPolicies.putAll(other.bufferPolicies);
      stores.putAll(other.stores);
      digests.putAll(other.digests);
      listeners.addAll(other.listeners);
    }

    /**
     * Adds a folder whose files may be sent, or replaces the one of that name.
     *
     * @param name as in {@code X-Sendfile: name:relative/path}
     */
    public Builder root(String name, Path folder) {
      return root(name, folder, Map.of());
    }

    /**
     * The same with attributes.
     *
     * @param attributes by their names in domain.xml, such as {@code hidden} or {@code symlinks}
     * @throws IllegalArgumentException with a sentence, if one is not known or not allowed
     */
    public Builder root(String name, Path folder, Map<String, String> attributes) {
      Map<Setting, String> root = new EnumMap<>(Setting.class);
      attributes.forEach((attribute, value) -> put(root, Element.ROOT, attribute, value));
      put(root, Element.ROOT, Setting.ROOT_NAME.attribute(), name);
      put(
          root,
          Element.ROOT,
          Setting.ROOT_PATH.attribute(),
          folder.toAbsolutePath().normalize().toString());
      roots.put(name, root);
      return this;
    }

    /** Removes the folder of that name, if there is one. */
    public Builder removeRoot(String name) {
      roots.remove(name);
      return this;
    }

    /**
     * Sets an attribute of all listeners.
     *
     * @param attribute its name in domain.xml, such as {@code rate-bytes-per-second}
     * @throws IllegalArgumentException with a sentence, if it is not known or not allowed
     */
    public Builder set(String attribute, String value) {
      put(values, Element.CONFIG, attribute, value);
      return this;
    }

    /** Sets an attribute that is a number. */
    public Builder set(String attribute, long value) {
      return set(attribute, Long.toString(value));
    }

    /** Sets an attribute that is on or off. */
    public Builder set(String attribute, boolean value) {
      return set(attribute, Boolean.toString(value));
    }

    /**
     * Sets an attribute of one listener.
     *
     * @param listener the name of a {@code NetworkListener}
     * @throws IllegalArgumentException with a sentence, if it is not known or not allowed
     */
    public Builder set(String listener, String attribute, String value) {
      put(
          ofListeners.computeIfAbsent(listener, unused -> new EnumMap<>(Setting.class)),
          Element.LISTENER,
          attribute,
          value);
      return this;
    }

    /**
     * Adds an algorithm, which the attribute {@code algorithm} may name from then on.
     *
     * @throws IllegalArgumentException if the name is that of the module's own
     */
    public Builder algorithm(String name, SendAlgorithm algorithm) {
      requireFree(name, Algorithms.names());
      algorithms.put(name, algorithm);
      return this;
    }

    /**
     * Adds a store, which the attribute {@code store} of a root may name by its scheme from then
     * on. Its properties are set, and it is closed, by whoever made it.
     */
    public Builder store(FileStore store) {
      stores.put(store.name(), store);
      return this;
    }

    /**
     * Adds a source of digests of the files that are sent. Its properties are set, and it is
     * closed, by whoever made it.
     */
    public Builder digests(FileDigests plugIn) {
      digests.put(plugIn.name(), plugIn);
      return this;
    }

    /**
     * Adds a buffer policy, which the attribute {@code buffer-policy} may name from then on.
     *
     * @throws IllegalArgumentException if the name is that of the module's own
     */
    public Builder bufferPolicy(String name, BufferPolicy policy) {
      requireFree(name, BufferPolicies.names());
      bufferPolicies.put(name, policy);
      return this;
    }

    /** Adds a receiver of the results of transfers. */
    public Builder listener(TransferListener listener) {
      listeners.add(listener);
      return this;
    }

    /** The module with these settings; it has no threads before the first transfer. */
    public Sendfile build() {
      return new Sendfile(new Builder(this));
    }

    private void put(Map<Setting, String> values, Element element, String attribute, String value) {
      Setting setting =
          element.settings().stream()
              .filter(known -> known.attribute().equals(attribute))
              .findFirst()
              .orElseThrow(() -> unknown(element, attribute));
      if (OF_GLASSFISH.contains(setting)) {
        throw new IllegalArgumentException(
            attribute + " is a setting of GlassFish, which has no effect in Grizzly alone");
      }
      setting
          .problem(value, KnownNames.with(algorithms.keySet(), bufferPolicies.keySet()))
          .ifPresent(
              sentence -> {
                throw new IllegalArgumentException(sentence);
              });
      values.put(setting, value);
    }

    private static void requireFree(String name, List<String> own) {
      if (own.contains(name)) {
        throw new IllegalArgumentException(
            "the name " + name + " is taken; those of the module are " + String.join(", ", own));
      }
    }

    private static IllegalArgumentException unknown(Element element, String attribute) {
      return new IllegalArgumentException(
          "there is no setting \""
              + attribute
              + "\"; known are "
              + namesOf(element).collect(Collectors.joining(", ")));
    }

    private static Stream<String> namesOf(Element element) {
      return element.changeable().stream()
          .filter(setting -> !OF_GLASSFISH.contains(setting))
          .map(Setting::attribute)
          .sorted();
    }

    private SendfileSettings toSettings() {
      List<Root> made =
          roots.values().stream()
              .map(root -> SendfileSettings.root(s -> root.getOrDefault(s, s.defaultValue())))
              .toList();
      Map<String, Root> prefixes = new HashMap<>();
      for (Root root : made) {
        String prefix = root.uriPrefix();
        Root other = prefix == null ? null : prefixes.put(prefix, root);
        if (other != null) {
          throw new IllegalArgumentException(
              "uri-prefix must be unique: roots "
                  + other.name()
                  + " and "
                  + root.name()
                  + " have "
                  + prefix);
        }
      }
      return SendfileSettings.of(
          setting -> values.getOrDefault(setting, setting.defaultValue()), made, ofListeners);
    }
  }
}
