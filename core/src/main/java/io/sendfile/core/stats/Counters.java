package io.sendfile.core.stats;

import io.sendfile.core.stats.Distribution.LogHistogram;
import io.sendfile.spi.Outcome;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one root at one listener. They never decrease: a reset stores their values, which
 * are subtracted on reading, so that no event is lost between reading and resetting.
 */
final class Counters implements StatsRecorder {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int STATUSES = 600;

  private final List<TransferGauges> presences;
  private final Map<Figure, LongAdder> counters = new EnumMap<>(Figure.class);
  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final AtomicReferenceArray<@Nullable LongAdder> statuses =
      new AtomicReferenceArray<>(STATUSES);
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> plugInFailures = new ConcurrentHashMap<>();
  private final LogHistogram firstByteNanos = new LogHistogram();
  private final LogHistogram bytesPerSecond = new LogHistogram();
  private volatile Counts base = Counts.NONE;

  /**
   * @param presences gauges of transfers counted here; the first one is theirs alone
   */
  Counters(List<TransferGauges> presences) {
    this.presences = List.copyOf(presences);
    Figure.COUNTERS.forEach(counter -> counters.put(counter, new LongAdder()));
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  @Override
  public void add(Figure counter, long n) {
    add(counters, counter, n);
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
  }

  @Override
  public void finished(Outcome outcome, long sent, long firstNanos, long nanos) {
    add(outcomes, outcome, 1);
    if (sent > 0) {
      firstByteNanos.record(firstNanos);
      bytesPerSecond.record((long) (sent * NANOS_PER_SECOND / Math.max(1, nanos)));
    }
  }

  @Override
  public void entered(Presence presence) {
    for (TransferGauges each : presences) {
      each.of(presence).up();
    }
  }

  @Override
  public void left(Presence presence) {
    for (TransferGauges each : presences) {
      each.of(presence).down();
    }
  }

  @Override
  public void refused(String code) {
    refused.computeIfAbsent(code, any -> new LongAdder()).increment();
  }

  @Override
  public void status(int status) {
    ofStatus(status).increment();
  }

  @Override
  public void plugInUsed(String plugIn) {
    failuresOf(plugIn);
  }

  @Override
  public void plugInFailed(String plugIn) {
    failuresOf(plugIn).increment();
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
  Counts ever() {
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
        firstByteNanos.distribution(),
        bytesPerSecond.distribution());
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

  private static <K> Map<String, Long> sums(Map<K, LongAdder> counters, Function<K, String> label) {
    Map<String, Long> sums = new HashMap<>();
    counters.forEach((key, counter) -> sums.put(label.apply(key), counter.sum()));
    return sums;
  }

  /** The counts since the last reset. */
  Counts counts() {
    return ever().minus(base);
  }

  void reset() {
    base = ever();
    presences().reset();
  }
}
