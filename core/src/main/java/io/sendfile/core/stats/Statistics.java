package io.sendfile.core.stats;

import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a server: one set for each listener and root with events; the numbers of
 * listeners, roots and the server are sums of these. So an event is counted once; beside it,
 * applications have a few numbers of their own. Thread-safe; reading is slower than counting, and
 * does not block it.
 */
public final class Statistics {
  /** Most applications that are told apart, as names may come and go with each deployment. */
  static final int MOST_APPLICATIONS = 1000;

  private final InstantSource clock;
  private final boolean counting;
  private final Map<String, ListenerRecorders> listeners = new ConcurrentHashMap<>();
  private final Map<String, TransferGauges> roots = new ConcurrentHashMap<>();
  private final Map<String, Application> applications = new ConcurrentHashMap<>();
  private final TransferGauges server = new TransferGauges();
  private volatile Supplier<List<StatsRecorder>> busy = List::of;

  private final Instant since;

  /** Counts of deleted listeners and roots. Guarded by this. */
  private Counts gone = Counts.NONE;

  /** Statistics that count from now on. */
  public Statistics(InstantSource clock) {
    this(clock, true);
  }

  private Statistics(InstantSource clock, boolean counting) {
    this.clock = clock;
    this.counting = counting;
    this.since = clock.instant();
  }

  /** Statistics that stay at zero, to measure the cost of counting. */
  public static Statistics disabled() {
    return new Statistics(InstantSource.fixed(Instant.EPOCH), false);
  }

  /** The recorders of one listener. Thread-safe. */
  public final class ListenerRecorders {
    private final TransferGauges presences = new TransferGauges();
    private final Map<String, Counters> roots = new ConcurrentHashMap<>();

    private ListenerRecorders() {}

    /** Recorder for files of this root, of no application; the empty name: no root. */
    public StatsRecorder root(String name) {
      return root(name, "");
    }

    /** Recorder for files of this root that this application hands off; empty names: none. */
    public StatsRecorder root(String name, String application) {
      if (!counting) {
        return StatsRecorder.disabled();
      }
      Counters known = roots.get(name);
      Counters counters = known == null ? roots.computeIfAbsent(name, this::counters) : known;
      Recorder recorder = counters.recorders.get(application);
      return recorder == null ? recorderOf(counters, application) : recorder;
    }

    private Recorder recorderOf(Counters counters, String application) {
      String name =
          applications.containsKey(application) || applications.size() < MOST_APPLICATIONS
              ? application
              : "";
      return counters.recorders.computeIfAbsent(
          name,
          any ->
              new Recorder(
                  counters, applications.computeIfAbsent(name, unused -> new Application())));
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
  public ListenerRecorders listener(String name) {
    return counting
        ? listeners.computeIfAbsent(name, unused -> new ListenerRecorders())
        : new ListenerRecorders();
  }

  /** Sets the source of recorders whose transfers hold a worker; replaces an earlier one. */
  public void busyFrom(Supplier<List<StatsRecorder>> recorders) {
    busy = recorders;
  }

  /**
   * The numbers of the server since these statistics were made; exact once the counted events have
   * happened before the call. No count is lower than in a reading before.
   */
  public synchronized StatsSnapshot snapshot() {
    Counts all = gone;
    for (ListenerRecorders listener : listeners.values()) {
      all = all.plus(sum(listener.roots.values()));
    }
    return snapshot(all, server, busy.get().size());
  }

  /** The numbers of a listener. */
  public StatsSnapshot ofListener(String name) {
    ListenerRecorders listener = listeners.get(name);
    return listener == null
        ? snapshot(Counts.NONE, new TransferGauges(), 0)
        : snapshot(
            sum(listener.roots.values()), listener.presences, busyAmong(listener.roots.values()));
  }

  /** The numbers of a root. */
  public StatsSnapshot ofRoot(String name) {
    List<Counters> counters =
        listeners.values().stream()
            .flatMap(listener -> Stream.ofNullable(listener.roots.get(name)))
            .toList();
    TransferGauges presences = roots.get(name);
    return snapshot(
        sum(counters), presences == null ? new TransferGauges() : presences, busyAmong(counters));
  }

  /**
   * The numbers of each application, as {@code application shop}, and of each root, as {@code root
   * media}. Of applications these are bytes, outcomes, refusals and presences.
   */
  public Map<String, StatsSnapshot> parts() {
    Map<String, StatsSnapshot> parts = new HashMap<>();
    applications.forEach(
        (name, its) -> parts.put("application " + name, snapshot(its.counts(), its.presences, 0)));
    roots.keySet().forEach(name -> parts.put("root " + name, ofRoot(name)));
    return parts;
  }

  private long busyAmong(Collection<Counters> counters) {
    Set<Counters> wanted = new HashSet<>(counters);
    return busy.get().stream()
        .filter(each -> each instanceof Recorder recorder && wanted.contains(recorder.counters))
        .count();
  }

  private StatsSnapshot snapshot(Counts counts, TransferGauges presences, long workersBusy) {
    return new StatsSnapshot(
        since,
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

  /**
   * Failures of a plug-in.
   *
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   */
  public long plugInFailures(String plugIn) {
    return snapshot().counts().of(Breakdown.PLUG_IN_FAILURES, plugIn);
  }

  /** Each root at each listener that had an event, by their names. */
  public List<RootAtListener> entries() {
    return entries(List.of(), List.of());
  }

  /**
   * The same, and at zero each of these listeners with each of these roots that had no event yet:
   * whoever computes increases has to see a counter before its first event.
   */
  public List<RootAtListener> entries(
      Collection<String> knownListeners, Collection<String> knownRoots) {
    Map<String, Map<String, RootAtListener>> sorted = new TreeMap<>();
    for (String listener : knownListeners) {
      Map<String, RootAtListener> its = sorted.computeIfAbsent(listener, unused -> new TreeMap<>());
      knownRoots.forEach(
          root -> its.put(root, new RootAtListener(listener, root, Counts.NONE, 0, 0)));
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

  private static RootAtListener entry(String listener, String root, Counters counters) {
    return new RootAtListener(
        listener,
        root,
        counters.counts(),
        counters.presences().active().now(),
        counters.presences().waiting().now());
  }

  /** Drops a deleted listener; its counts stay in the numbers of the server. */
  public synchronized void forgetListener(String name) {
    ListenerRecorders listener = listeners.remove(name);
    if (listener != null) {
      gone = gone.plus(sum(listener.roots.values()));
    }
  }

  /** Drops deleted roots without transfers; their counts stay in the numbers of the server. */
  public synchronized void keepRoots(Predicate<String> exists) {
    Predicate<String> isGone = root -> !root.isEmpty() && !exists.test(root);
    for (ListenerRecorders listener : listeners.values()) {
      listener.roots.forEach(
          (root, counters) -> {
            if (isGone.test(root)
                && counters.presences().isEmpty()
                && listener.roots.remove(root, counters)) {
              gone = gone.plus(counters.counts());
            }
          });
    }
    roots.entrySet().removeIf(root -> isGone.test(root.getKey()) && root.getValue().isEmpty());
  }

  /** The counters of one root at one listener. They never decrease. */
  private static final class Counters {
    private static final int STATUSES = 600;

    private final List<TransferGauges> presences;
    private final Map<Figure, LongAdder> counters = new EnumMap<>(Figure.class);
    private final Map<Outcome, LongAdder> outcomes = adders();
    private final AtomicReferenceArray<@Nullable LongAdder> statuses =
        new AtomicReferenceArray<>(STATUSES);
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> plugInFailures = new ConcurrentHashMap<>();
    private final LogHistogram firstByteNanos = new LogHistogram();
    private final LogHistogram bytesPerSecond = new LogHistogram();

    /** By application. */
    private final Map<String, Recorder> recorders = new ConcurrentHashMap<>();

    /**
     * @param presences gauges of transfers counted here; the first one is theirs alone
     */
    Counters(List<TransferGauges> presences) {
      this.presences = List.copyOf(presences);
      Figure.COUNTERS.forEach(counter -> counters.put(counter, new LongAdder()));
    }

    private LongAdder failuresOf(String plugIn) {
      return plugInFailures.computeIfAbsent(plugIn, any -> new LongAdder());
    }

    private LongAdder ofStatus(int status) {
      int index = Math.min(Math.max(0, status), STATUSES - 1);
      LongAdder known = statuses.get(index);
      if (known != null) {
        return known;
      }
      LongAdder made = new LongAdder();
      LongAdder other = statuses.compareAndExchange(index, null, made);
      return other == null ? made : other;
    }

    /** The transfers now in progress or waiting. */
    TransferGauges presences() {
      return presences.get(0);
    }

    /** The counts since the creation of the counters. */
    Counts counts() {
      Map<Figure, Long> sums = new EnumMap<>(Figure.class);
      counters.forEach((counter, adder) -> sums.put(counter, adder.sum()));
      sums.merge(Figure.BYTES, sums.getOrDefault(Figure.BYTES_ZERO_COPY, 0L), Long::sum);
      return new Counts(
          sums,
          Map.of(
              Breakdown.OUTCOMES, sums(outcomes, Outcome::label),
              Breakdown.REFUSALS, sums(refused, code -> code),
              Breakdown.STATUSES, statusSums(),
              Breakdown.PLUG_IN_FAILURES, sums(plugInFailures, plugIn -> plugIn)),
          new Distribution(firstByteNanos),
          new Distribution(bytesPerSecond));
    }

    private Map<String, Long> statusSums() {
      Map<String, Long> sums = new HashMap<>();
      for (int status = 0; status < STATUSES; status++) {
        LongAdder counter = statuses.get(status);
        if (counter != null) {
          sums.put(Integer.toString(status), counter.sum());
        }
      }
      return sums;
    }
  }

  private static Map<Outcome, LongAdder> adders() {
    Map<Outcome, LongAdder> adders = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      adders.put(outcome, new LongAdder());
    }
    return adders;
  }

  private static <K> Map<String, Long> sums(Map<K, LongAdder> counters, Function<K, String> label) {
    Map<String, Long> sums = new HashMap<>();
    counters.forEach((key, counter) -> sums.put(label.apply(key), counter.sum()));
    return sums;
  }

  /** Counts of an application, in few additions. They never decrease. */
  private static final class Application {
    private final TransferGauges presences = new TransferGauges();
    private final LongAdder bytes = new LongAdder();
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
    private final Map<Outcome, LongAdder> outcomes = adders();

    Counts counts() {
      Map<String, Long> ended = sums(outcomes, Outcome::label);
      long started = presences.active().now();
      for (long number : ended.values()) {
        started += number;
      }
      return new Counts(
          Map.of(Figure.BYTES, bytes.sum(), Figure.STARTED, started),
          Map.of(Breakdown.OUTCOMES, ended, Breakdown.REFUSALS, sums(refused, code -> code)),
          Distribution.NONE,
          Distribution.NONE);
    }
  }

  /** Counts for a root at a listener, and for the application that hands off. */
  private record Recorder(Counters counters, Application application) implements StatsRecorder {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public void add(Figure counter, long n) {
      add(counters.counters, counter, n);
    }

    private static <K> void add(Map<K, LongAdder> adders, K key, long n) {
      LongAdder adder = adders.get(key);
      assert adder != null : key + " is no counter";
      if (adder != null) {
        adder.add(n);
      }
    }

    /**
     * Most often all bytes go one way. So each way has a counter, of which one is touched; reading
     * adds them up.
     */
    @Override
    public void sent(long copied, long zeroCopied) {
      if (copied > 0) {
        add(Figure.BYTES, copied);
      }
      if (zeroCopied > 0) {
        add(Figure.BYTES_ZERO_COPY, zeroCopied);
      }
      application.bytes.add(copied + zeroCopied);
    }

    @Override
    public void firstByte(long nanos) {
      counters.firstByteNanos.record(nanos);
    }

    @Override
    public void finished(Outcome outcome, long sent, long nanos) {
      add(counters.outcomes, outcome, 1);
      add(application.outcomes, outcome, 1);
      if (sent > 0) {
        counters.bytesPerSecond.record((long) (sent * NANOS_PER_SECOND / Math.max(1, nanos)));
      }
    }

    @Override
    public void entered(Presence presence) {
      for (TransferGauges each : counters.presences) {
        each.of(presence).up();
      }
      application.presences.of(presence).up();
    }

    @Override
    public void left(Presence presence) {
      for (TransferGauges each : counters.presences) {
        each.of(presence).down();
      }
      application.presences.of(presence).down();
    }

    @Override
    public void refused(String code) {
      counters.refused.computeIfAbsent(code, any -> new LongAdder()).increment();
      application.refused.computeIfAbsent(code, any -> new LongAdder()).increment();
    }

    @Override
    public void status(int status) {
      counters.ofStatus(status).increment();
    }

    @Override
    public void plugInUsed(String plugIn) {
      LongAdder unused = counters.failuresOf(plugIn);
    }

    @Override
    public void plugInFailed(String plugIn) {
      counters.failuresOf(plugIn).increment();
    }
  }

  /**
   * Gauges of transfers in progress and waiting, in one scope: a server, a listener, a root, or a
   * root at a listener.
   */
  private record TransferGauges(Gauge active, Gauge waiting) {
    TransferGauges() {
      this(new Gauge(), new Gauge());
    }

    Gauge of(Presence presence) {
      return presence == Presence.ACTIVE ? active : waiting;
    }

    boolean isEmpty() {
      return active.now() == 0 && waiting.now() == 0;
    }

    /** A number that goes up and down, with its maximum. Thread-safe. */
    static final class Gauge {
      private final AtomicLong now = new AtomicLong();
      private final AtomicLong highest = new AtomicLong();

      void up() {
        long value = now.incrementAndGet();
        // Reads first, since the maximum is rarely raised and a plain read does not contend.
        if (value > highest.get()) {
          highest.accumulateAndGet(value, Math::max);
        }
      }

      void down() {
        now.decrementAndGet();
      }

      long now() {
        return now.get();
      }

      long highest() {
        return highest.get();
      }
    }
  }
}
