package io.sendfile.core.stats;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All counters of a server: one set for each listener and root with events; the numbers of
 * listeners, roots and the server are sums of these. So an event is counted once. Thread-safe;
 * reading is slower than counting, and does not block it.
 */
public final class Statistics {
  /**
   * One root at one listener.
   *
   * @param listener its name, empty for none
   * @param root its name, empty for none
   * @param counts since the counters were created, never reset
   * @param active transfers in progress
   * @param waiting transfers that wait for admission
   */
  public record Entry(String listener, String root, Counts counts, long active, long waiting) {}

  private final InstantSource clock;
  private final boolean counting;
  private final Map<String, Listener> listeners = new ConcurrentHashMap<>();
  private final Map<String, TransferGauges> roots = new ConcurrentHashMap<>();
  private final TransferGauges server = new TransferGauges();
  private volatile Supplier<List<StatsRecorder>> busy = List::of;

  private final Instant made;

  /** Counts of deleted listeners and roots, since the last reset. Guarded by this. */
  private Counts gone = Counts.NONE;

  /** Counts of deleted listeners and roots, never reset. Guarded by this. */
  private Counts everGone = Counts.NONE;

  private volatile Instant since;

  /** Statistics that count from now on. */
  public Statistics(InstantSource clock) {
    this(clock, true);
  }

  private Statistics(InstantSource clock, boolean counting) {
    this.clock = clock;
    this.counting = counting;
    this.made = clock.instant();
    this.since = made;
  }

  /** Statistics that stay at zero, to measure the cost of counting. */
  public static Statistics disabled() {
    return new Statistics(InstantSource.fixed(Instant.EPOCH), false);
  }

  /** The recorders of one listener. Thread-safe. */
  public final class Listener {
    private final TransferGauges presences = new TransferGauges();
    private final Map<String, Counters> roots = new ConcurrentHashMap<>();

    private Listener() {}

    /** Recorder for files of this root; the empty name: no root. */
    public StatsRecorder root(String name) {
      if (!counting) {
        return StatsRecorder.disabled();
      }
      Counters known = roots.get(name);
      return known == null ? roots.computeIfAbsent(name, this::counters) : known;
    }

    /** Recorder for events of no root, such as responses that pass unchanged. */
    public StatsRecorder any() {
      return root("");
    }

    private Counters counters(String root) {
      return new Counters(List.of(new TransferGauges(), presences, presencesOf(root), server));
    }
  }

  private TransferGauges presencesOf(String root) {
    return roots.computeIfAbsent(root, unused -> new TransferGauges());
  }

  /** The recorders of a listener; the empty name: events of no listener. */
  public Listener listener(String name) {
    return counting ? listeners.computeIfAbsent(name, unused -> new Listener()) : new Listener();
  }

  /** Sets the source of recorders whose transfers hold a worker; replaces an earlier one. */
  public void busyFrom(Supplier<List<StatsRecorder>> recorders) {
    busy = recorders;
  }

  /**
   * The present numbers of the server; exact once the counted events have happened before the call.
   */
  public StatsSnapshot snapshot() {
    Counts all = gone();
    List<StatsRecorder> holding = busy.get();
    for (Listener listener : listeners.values()) {
      all = all.plus(sum(listener.roots.values()));
    }
    return snapshot(since, all, server, holding.size());
  }

  /**
   * The numbers of the server since these statistics were made, whatever was reset since: no count
   * is lower than in a reading before.
   */
  public synchronized StatsSnapshot ever() {
    Counts all = everGone;
    for (Listener listener : listeners.values()) {
      all = all.plus(everOf(listener.roots.values()));
    }
    return snapshot(made, all, server, busy.get().size());
  }

  /** The numbers of a listener. */
  public StatsSnapshot ofListener(String name) {
    Listener listener = listeners.get(name);
    return listener == null
        ? snapshot(since, Counts.NONE, new TransferGauges(), 0)
        : snapshot(
            since,
            sum(listener.roots.values()),
            listener.presences,
            busyAmong(listener.roots.values()));
  }

  /** The numbers of a root. */
  public StatsSnapshot ofRoot(String name) {
    List<Counters> counters =
        listeners.values().stream()
            .flatMap(listener -> Stream.ofNullable(listener.roots.get(name)))
            .toList();
    TransferGauges presences = roots.get(name);
    return snapshot(
        since,
        sum(counters),
        presences == null ? new TransferGauges() : presences,
        busyAmong(counters));
  }

  private long busyAmong(Collection<Counters> counters) {
    Set<StatsRecorder> wanted = new HashSet<>(counters);
    return busy.get().stream().filter(wanted::contains).count();
  }

  private StatsSnapshot snapshot(
      Instant from, Counts counts, TransferGauges presences, long workersBusy) {
    return new StatsSnapshot(
        from,
        clock.instant(),
        counts,
        presences.active().now(),
        presences.active().highest(),
        presences.waiting().now(),
        presences.waiting().highest(),
        workersBusy);
  }

  private static Counts sum(Collection<Counters> counters) {
    return counters.stream().map(Counters::counts).reduce(Counts.NONE, Counts::plus);
  }

  private static Counts everOf(Collection<Counters> counters) {
    return counters.stream().map(Counters::ever).reduce(Counts.NONE, Counts::plus);
  }

  private synchronized Counts gone() {
    return gone;
  }

  /**
   * Failures of a plug-in.
   *
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   */
  public long plugInFailures(String plugIn) {
    return snapshot().counts().of(Breakdown.PLUG_IN_FAILURES, plugIn);
  }

  /** Each root at each listener that had an event, by their names. */
  public List<Entry> entries() {
    return entries(List.of(), List.of());
  }

  /**
   * The same, and at zero each of these listeners with each of these roots that had no event yet:
   * whoever computes increases has to see a counter before its first event.
   */
  public List<Entry> entries(Collection<String> knownListeners, Collection<String> knownRoots) {
    Map<String, Map<String, Entry>> sorted = new TreeMap<>();
    for (String listener : knownListeners) {
      Map<String, Entry> its = sorted.computeIfAbsent(listener, unused -> new TreeMap<>());
      knownRoots.forEach(root -> its.put(root, new Entry(listener, root, Counts.NONE, 0, 0)));
    }
    listeners.forEach(
        (listener, its) ->
            its.roots.forEach(
                (root, counters) ->
                    sorted
                        .computeIfAbsent(listener, unused -> new TreeMap<>())
                        .put(root, entry(listener, root, counters))));
    return sorted.values().stream().flatMap(its -> its.values().stream()).toList();
  }

  private static Entry entry(String listener, String root, Counters counters) {
    return new Entry(
        listener,
        root,
        counters.ever(),
        counters.presences().active().now(),
        counters.presences().waiting().now());
  }

  /** Drops a deleted listener; its counts stay in the numbers of the server. */
  public synchronized void forgetListener(String name) {
    Listener listener = listeners.remove(name);
    if (listener != null) {
      gone = gone.plus(sum(listener.roots.values()));
      everGone = everGone.plus(everOf(listener.roots.values()));
    }
  }

  /** Drops deleted roots without transfers; their counts stay in the numbers of the server. */
  public synchronized void keepRoots(Predicate<String> exists) {
    Predicate<String> isGone = root -> !root.isEmpty() && !exists.test(root);
    for (Listener listener : listeners.values()) {
      listener.roots.forEach(
          (root, counters) -> {
            if (isGone.test(root)
                && counters.presences().isEmpty()
                && listener.roots.remove(root, counters)) {
              gone = gone.plus(counters.counts());
              everGone = everGone.plus(counters.ever());
            }
          });
    }
    roots.entrySet().removeIf(root -> isGone.test(root.getKey()) && root.getValue().isEmpty());
  }

  /** Resets all counters to zero; transfers in progress stay in progress. */
  public synchronized void reset() {
    since = clock.instant();
    gone = Counts.NONE;
    server.reset();
    roots.values().forEach(TransferGauges::reset);
    for (Listener listener : listeners.values()) {
      listener.presences.reset();
      listener.roots.values().forEach(Counters::reset);
    }
  }
}
