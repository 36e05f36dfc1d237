package io.sendfile.core.engine;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.content.ResponsePlanner;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.settings.OwnSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.DiskLane;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.SharedRates;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferListener;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The module's life cycle in a server: puts settings in force, owns threads and scheduler, stops in
 * an orderly way. {@link ListenerEngine} works on responses. Thread-safe.
 */
public final class SendfileEngine implements AutoCloseable {
  /** Files that stay open without a use at most. */
  private static final int OPEN_FILES = 500;

  private final Statistics stats;
  private final Supplier<Map<String, SendAlgorithm>> plugIns;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Workers workers;
  private final DiskLane disk;
  private final ListenerEngine.Shared shared;
  private volatile ListenerConfigs config;
  private volatile List<PathResolver> resolvers = List.of();
  private boolean closed;

  /**
   * The configurations of all listeners, made from one set of settings. All share its roots.
   *
   * @param common those of listeners without settings of their own
   * @param listeners the others, by name
   */
  private record ListenerConfigs(ListenerConfig common, Map<String, ListenerConfig> listeners) {
    ListenerConfig of(String listener) {
      return listeners.getOrDefault(listener, common);
    }
  }

  /**
   * A running engine; its threads start on demand.
   *
   * @param listeners called at the end of each transfer; may change if it is thread-safe
   * @param plugIns algorithms of plug-ins, by name; looked up at each change
   * @param stores of plug-ins, by scheme; asked for each file of a root with a store
   * @param ids generates an id for each transfer
   */
  public SendfileEngine(
      SendfileSettings settings,
      Statistics stats,
      List<TransferListener> listeners,
      Supplier<Map<String, SendAlgorithm>> plugIns,
      Supplier<Map<String, FileStore>> stores,
      Machine machine,
      Supplier<String> ids) {
    this.stats = stats;
    this.plugIns = plugIns;
    this.clock = machine.clock();
    this.nanoTime = machine.nanoTime();
    this.workers = new Workers((int) settings.number(Setting.WORKER_THREADS), machine);
    this.disk = new DiskLane(workers.readers(), machine.probe(workers.readers()));
    disk.width(machine.diskThreads());
    this.config = config(settings);
    SharedRates rates =
        new SharedRates(
            settings.number(Setting.TOTAL_RATE_BYTES_PER_SECOND),
            settings.number(Setting.CLIENT_RATE_BYTES_PER_SECOND),
            nanoTime,
            workers::after);
    TransferScheduler scheduler =
        new TransferScheduler(
            workers.common(), workers::after, disk, settings.limits().inThisJvm(), listeners);
    limit(settings, scheduler, rates);
    Stores asked = new Stores(stores, workers::after);
    FileOpener opener = new FileOpener();
    ArchivePlans plans =
        new ArchivePlans(
            new Archives(opener, asked, clock), workers.readers(), scheduler, nanoTime);
    this.shared =
        new ListenerEngine.Shared(
            new Decider(opener, clock, asked, plans),
            plans,
            scheduler,
            rates,
            new Drain(scheduler, nanoTime),
            new Refusals(clock, nanoTime),
            new CopiedBodies(),
            new AtomicInteger(),
            asked,
            new LaterAnswers(workers.readers()),
            () -> resolvers,
            new FreeShare(
                scheduler::usage,
                () -> stats.snapshot().counts().of(Figure.BYTES),
                rates::totalBytesPerSecond,
                nanoTime),
            clock,
            nanoTime,
            ids);
    scheduler.workers(workers.common().size());
    stats.busyFrom(scheduler::busy);
    workers.everyTick(this::tick);
  }

  private void tick() {
    shared.scheduler().tick();
    shared.plans().tick();
    shared.drain().tick();
    long now = nanoTime.getAsLong();
    shared.later().tick(now);
    shared.scheduler().lookAtLimits(clock.instant(), shared.rates());
    shared.rates().sweep(now);
    config.common().roots().sweep(now);
  }

  /**
   * Puts new settings in force. Running transfers keep the settings they began with, but for the
   * rates that they share and the limits of administrators. Counters of removed roots go on in the
   * totals alone.
   */
  public synchronized void apply(SendfileSettings settings) {
    if (closed) {
      return;
    }
    ListenerConfig old = config.common();
    config = config(settings);
    old.roots().close();
    if (settings.flag(Setting.WATCH_COPIES) && !old.settings().flag(Setting.WATCH_COPIES)) {
      shared.copies().clear();
    }
    if (shared
        .rates()
        .change(
            settings.number(Setting.TOTAL_RATE_BYTES_PER_SECOND),
            settings.number(Setting.CLIENT_RATE_BYTES_PER_SECOND))) {
      shared.scheduler().ratesChanged();
    }
    limit(settings, shared.scheduler(), shared.rates());
    workers.common().resize((int) settings.number(Setting.WORKER_THREADS));
    shared.scheduler().workers(workers.common().size());
    shared.scheduler().limits(settings.limits().inThisJvm());
    Set<String> roots = settings.roots().stream().map(Root::name).collect(Collectors.toSet());
    stats.keepRoots(root -> roots.contains(root) || LookupPolicy.NAMES.contains(root));
  }

  private void limit(SendfileSettings settings, TransferScheduler scheduler, SharedRates rates) {
    scheduler.limits(settings.limitRules(), clock.instant(), nanoTime.getAsLong(), rates);
  }

  /** The settings in force. */
  public SendfileSettings settings() {
    return config.common().settings();
  }

  /** Number of files that are open for all who use them, or kept open for the next. */
  public int openFiles() {
    return config.common().roots().openFiles().size();
  }

  /** The work of one listener, under the settings in force there. */
  public ListenerEngine at(String listener) {
    return new ListenerEngine(listener, () -> config(listener), stats.listener(listener), shared);
  }

  /** Settings and their objects in force at that listener; read once per response. */
  ListenerConfig config(String listener) {
    return config.of(listener);
  }

  /** Has these asked for the path of each request before the applications. */
  public void resolveBy(List<PathResolver> resolvers) {
    this.resolvers = List.copyOf(resolvers);
  }

  /** Has these asked for digests of the files that are sent from now on. */
  public void askForDigests(Collection<FileDigests> plugIns) {
    List<ReprDigests.AskedPlugIn> asked =
        plugIns.stream()
            .map(plugIn -> new ReprDigests.AskedPlugIn(plugIn, failures(plugIn)))
            .toList();
    shared.decider().digests(asked.isEmpty() ? null : new ReprDigests(asked));
  }

  private PlugInFailures failures(FileDigests plugIn) {
    return new PlugInFailures(
        "file-digests " + plugIn.name(),
        "the response goes without a digest",
        stats.listener("").any());
  }

  /** Counters. */
  public Statistics stats() {
    return stats;
  }

  /** The running transfers. */
  public TransferScheduler scheduler() {
    return shared.scheduler();
  }

  /** The last refusals. */
  public Refusals refusals() {
    return shared.refusals();
  }

  /** Large bodies that applications wrote themselves. */
  public CopiedBodies copies() {
    return shared.copies();
  }

  /** Whether new transfers are admitted, and how the running ones come to their end. */
  public Drain drain() {
    return shared.drain();
  }

  /** Ends every transfer with {@code SHUTDOWN}, then the threads. */
  @Override
  public synchronized void close() {
    closed = true;
    shared.plans().close();
    shared.later().close();
    shared.scheduler().close();
    workers.close();
    config.common().roots().close();
  }

  private ListenerConfigs config(SendfileSettings settings) {
    // The step that may be refused comes before the one whose result must be closed.
    SendAlgorithm algorithm = algorithm(settings);
    Map<String, SendAlgorithm> algorithms = new HashMap<>();
    settings
        .listeners()
        .forEach((name, listener) -> algorithms.put(name, algorithm(listener.settings())));
    ListenerConfig common =
        new ListenerConfig(
            settings,
            Roots.of(settings.roots(), settings.leftOut(), newOpenFiles()),
            algorithm,
            planner(settings),
            HighestRate.ofEach(settings.number(Setting.RATE_BYTES_PER_SECOND)),
            null);
    Map<String, ListenerConfig> listeners = new HashMap<>();
    settings
        .listeners()
        .forEach(
            (name, listener) ->
                listeners.put(
                    name,
                    new ListenerConfig(
                        listener.settings(),
                        common.roots(),
                        Objects.requireNonNull(algorithms.get(name)),
                        common.planner(),
                        rate(name, listener),
                        workers.turns(name, listener))));
    return new ListenerConfigs(common, Map.copyOf(listeners));
  }

  private static HighestRate rate(String name, OwnSettings listener) {
    long rate = listener.settings().number(Setting.RATE_BYTES_PER_SECOND);
    return listener.own().containsKey(Setting.RATE_BYTES_PER_SECOND)
        ? HighestRate.ofListener(rate, name)
        : HighestRate.ofEach(rate);
  }

  private OpenFiles newOpenFiles() {
    OpenFiles files = new OpenFiles(OPEN_FILES);
    files.sweep(nanoTime.getAsLong());
    return files;
  }

  private SendAlgorithm algorithm(SendfileSettings settings) {
    String name = settings.text(Setting.ALGORITHM);
    long burstBytes = settings.number(Setting.BURST_BYTES);
    if (Algorithms.names().contains(name)) {
      return Algorithms.of(name, burstBytes);
    }
    PlugInFailures failures = new PlugInFailures("algorithm " + name, stats.listener("").any());
    return Algorithms.of(name, burstBytes, plugIns.get(), failures);
  }

  private static ResponsePlanner planner(SendfileSettings settings) {
    return new ResponsePlanner(
        (int) settings.number(Setting.RANGE_LIMIT),
        settings.entityTags(),
        () -> UUID.randomUUID().toString());
  }
}
