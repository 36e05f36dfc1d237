package io.sendfile.glassfish.plugins;

import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.grizzly.jmx.FigureBean;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.events.IsolatedListener;
import io.sendfile.operations.events.TransferEvents;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.Losses;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.jvnet.hk2.annotations.Service;

/**
 * The plug-ins that receive results, each with its properties and its own thread. Each change of
 * the settings discovers them again. Thread-safe; no exception escapes from it. Who asks for their
 * states waits for none of them.
 */
@Service
@Singleton
public class ListenerPlugIns {
  /** Bound of one plug-in's queue: the results of the smallest files in about a second. */
  private static final int MOST_WAITING = 10_000;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");
  private static final String DOWNLOADS = "downloads in several transfers";

  private final PlugIns plugIns;
  private final HealthReport health;
  private final PlatformBeans beans;
  private final Path downloads;
  private final TransferEvents events =
      new TransferEvents(System::nanoTime, InstantSource.system());
  private final List<TransferListener> live = new CopyOnWriteArrayList<>();
  private final Map<String, IsolatedListener> told = new ConcurrentSkipListMap<>();

  @Inject
  public ListenerPlugIns(
      PlugIns plugIns, HealthReport health, PlatformBeans beans, ServerEnvironment server) {
    this(plugIns, health, beans, server.getInstanceRoot().toPath().resolve("sendfile/downloads"));
  }

  /**
   * @param downloads folder of the ledger of whole downloads; created when a plug-in wants results
   */
  ListenerPlugIns(PlugIns plugIns, HealthReport health, PlatformBeans beans, Path downloads) {
    this.beans = beans;
    this.plugIns = plugIns;
    this.health = health;
    this.downloads = downloads;
    health.watch(events.losses(), events::retry);
    health.watch(events.forgotten(), () -> {});
  }

  /**
   * Has a listener of the module's own receive each result, on the thread that ends the transfer.
   */
  public void add(TransferListener own) {
    live.add(own);
  }

  /** Listeners of the ends of transfers; live, and without plug-ins while none wants results. */
  public List<TransferListener> live() {
    return live;
  }

  /** Looks for plug-ins, and configures each. */
  public synchronized void apply(SendfileSettings settings, Statistics stats) {
    Map<String, TransferListener> found = plugIns.of(TransferListener.class);
    for (IsolatedListener old : new ArrayList<>(told.values())) {
      TransferListener now = found.get(old.name());
      if (now == null
          || now.getClass() != old.plugIn().getClass()
          || !settings.plugIn(old.name()).enabled()) {
        stop(old);
      }
    }
    found.forEach((name, plugIn) -> configure(plugIn, settings.plugIn(name), stats));
    List<IsolatedListener> all = List.copyOf(told.values());
    events.tell(all);
    if (all.stream().noneMatch(IsolatedListener::wanting)) {
      tellNobody();
    } else if (!live.contains(events)) {
      events.open(downloads);
      health.report(DOWNLOADS, events::state);
      live.add(events);
    }
  }

  private void tellNobody() {
    live.remove(events);
    events.close();
    health.remove(DOWNLOADS);
  }

  private void configure(TransferListener plugIn, PlugInSettings settings, Statistics stats) {
    String name = settings.name();
    if (settings.enabled()) {
      told.computeIfAbsent(name, unused -> start(name, plugIn, stats))
          .configure(settings.properties());
    }
  }

  /** Receivers of results, by name. */
  Map<String, PlugIn> used() {
    Map<String, PlugIn> used = new TreeMap<>();
    wanting().forEach(each -> used.put(each.name(), each.plugIn()));
    return used;
  }

  /** The state of one; empty for one that is not in use. */
  Optional<String> state(String name) {
    return Optional.ofNullable(told.get(name)).map(ListenerPlugIns::state);
  }

  private IsolatedListener start(String name, TransferListener plugIn, Statistics stats) {
    PlugInFailures failures =
        new PlugInFailures(
            "transfer-listener " + name, "it misses this result", stats.listener("").any());
    Losses losses =
        new Losses(
            "plug-in " + name,
            Severity.ERROR,
            "it is too slow: it gets its events one by one, so it should not wait for anything",
            LOG,
            System::nanoTime);
    IsolatedListener made = new IsolatedListener(name, plugIn, MOST_WAITING, failures, losses);
    health.watch(losses, () -> {});
    beans.register(ServerBeans.name("PlugIn", "name", name), bean(made));
    return made;
  }

  /** Events delivered to one plug-in since its start. */
  public static FigureBean bean(IsolatedListener plugIn) {
    return new FigureBean()
        .number("Told", "Delivered events", () -> plugIn.figures().told())
        .number("Queued", "Waiting events", () -> plugIn.figures().queued())
        .number(
            "Dropped",
            "Events dropped for lack of room, as it is too slow",
            () -> plugIn.figures().dropped())
        .number("Failed", "Events on which it threw", () -> plugIn.figures().failed())
        .flag("Wanting", "Whether it wants events", () -> plugIn.wanting())
        .text("Problem", "The reason why it is off; empty if it is on", () -> plugIn.problem());
  }

  private static String state(IsolatedListener listener) {
    String problem = listener.problem();
    String state =
        DiscoveredPlugIn.state(
            listener.plugIn(), listener.wanting(), problem.isEmpty() ? null : problem);
    if (!state.equals(DiscoveredPlugIn.READY)) {
      return state;
    }
    String fault = listener.plugIn() instanceof ResultSender sender ? sender.problem() : "";
    return (fault.isEmpty() ? state : DiscoveredPlugIn.FAILING + fault) + "; " + figures(listener);
  }

  private static String figures(IsolatedListener listener) {
    IsolatedListener.Figures figures = listener.figures();
    if (listener.plugIn() instanceof ResultSender sender) {
      ResultSender.Figures posts = sender.figures();
      return "received %d, waiting %d, sent %d, retried %d, dropped %d, failed %d"
          .formatted(
              figures.told(),
              figures.queued() + posts.queued(),
              posts.sent(),
              posts.retried(),
              figures.dropped() + posts.dropped(),
              figures.failed() + posts.failed());
    }
    return "received %d, waiting %d, dropped %d, failed %d"
        .formatted(figures.told(), figures.queued(), figures.dropped(), figures.failed());
  }

  private void stop(IsolatedListener plugIn) {
    told.remove(plugIn.name());
    plugIn.close();
    health.forget(plugIn.losses());
    beans.unregister(ServerBeans.name("PlugIn", "name", plugIn.name()));
  }

  /** Delivers a new problem of the server to the plug-ins that want results. */
  public void problemBegan(Problem problem) {
    wanting().forEach(plugIn -> plugIn.problemBegan(problem));
  }

  /** Delivers the end of a problem to them. */
  public void problemEnded(Problem problem) {
    wanting().forEach(plugIn -> plugIn.problemEnded(problem));
  }

  private List<IsolatedListener> wanting() {
    return told.values().stream().filter(IsolatedListener::wanting).toList();
  }

  /** Reasons why plug-ins are off, one sentence each. */
  public List<String> problems() {
    return told.values().stream()
        .filter(plugIn -> !plugIn.problem().isEmpty())
        .map(plugIn -> "sendfile-plugin \"" + plugIn.name() + "\" is off: " + plugIn.problem())
        .toList();
  }

  /** Delivers their queues for some seconds, and closes all plug-ins. */
  public synchronized void close() {
    tellNobody();
    new ArrayList<>(told.values()).forEach(this::stop);
  }
}
