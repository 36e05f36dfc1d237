package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one root at one listener. They only grow; what they were at the last reset is
 * subtracted when they are read, so that no event is lost between reading and resetting.
 */
final class Counters implements StatsRecorder {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int STATUSES = 600;

  private final List<Presences> presences;
  private final LongAdder started = new LongAdder();
  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final AtomicReferenceArray<@Nullable LongAdder> statuses =
      new AtomicReferenceArray<>(STATUSES);
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final LongAdder bytesCopied = new LongAdder();
  private final LongAdder bytesZeroCopy = new LongAdder();
  private final LongAdder bursts = new LongAdder();
  private final LongAdder headersStripped = new LongAdder();
  private final Map<String, LongAdder> plugInFailures = new ConcurrentHashMap<>();
  private final LogHistogram firstByteNanos = new LogHistogram();
  private final LogHistogram bytesPerSecond = new LogHistogram();
  private volatile Counts base = Counts.NONE;

  /**
   * @param presences all that transfers counted here are part of; the first one is theirs alone
   */
  Counters(List<Presences> presences) {
    this.presences = List.copyOf(presences);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  @Override
  public void started() {
    started.increment();
  }

  /** Most often all bytes go one way: each way has a counter, so that one of them is touched. */
  @Override
  public void sent(long copied, long zeroCopied) {
    if (copied > 0) {
      bytesCopied.add(copied);
    }
    if (zeroCopied > 0) {
      bytesZeroCopy.add(zeroCopied);
    }
  }

  @Override
  public void finished(Outcome outcome, long sent, long firstNanos, long nanos) {
    LongAdder ended = outcomes.get(outcome);
    if (ended != null) {
      ended.increment();
    }
    if (sent > 0) {
      firstByteNanos.record(firstNanos);
      bytesPerSecond.record((long) (sent * NANOS_PER_SECOND / Math.max(1, nanos)));
    }
  }

  @Override
  public void entered(Presence presence) {
    for (Presences each : presences) {
      each.of(presence).up();
    }
  }

  @Override
  public void left(Presence presence) {
    for (Presences each : presences) {
      each.of(presence).down();
    }
  }

  @Override
  public void refused(String code) {
    refused.computeIfAbsent(code, any -> new LongAdder()).increment();
  }

  @Override
  public void burst() {
    bursts.increment();
  }

  @Override
  public void status(int status) {
    ofStatus(status).increment();
  }

  @Override
  public void headersStripped() {
    headersStripped.increment();
  }

  @Override
  public void plugInFailed(String plugIn) {
    plugInFailures.computeIfAbsent(plugIn, any -> new LongAdder()).increment();
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

  /** The transfers that are here now. */
  Presences presences() {
    return presences.get(0);
  }

  /** Since the counters were made. */
  Counts ever() {
    long zeroCopied = bytesZeroCopy.sum();
    return new Counts(
        started.sum(),
        sums(outcomes),
        sums(refused),
        statusSums(),
        bytesCopied.sum() + zeroCopied,
        zeroCopied,
        bursts.sum(),
        headersStripped.sum(),
        sums(plugInFailures),
        firstByteNanos.distribution(),
        bytesPerSecond.distribution());
  }

  private Map<Integer, Long> statusSums() {
    Map<Integer, Long> sums = new HashMap<>();
    for (int status = 0; status < STATUSES; status++) {
      putSum(sums, status, statuses.get(status));
    }
    return sums;
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> counters) {
    Map<K, Long> sums = new HashMap<>();
    counters.forEach((key, counter) -> putSum(sums, key, counter));
    return sums;
  }

  private static <K> void putSum(Map<K, Long> sums, K key, @Nullable LongAdder counter) {
    if (counter != null) {
      sums.put(key, counter.sum());
    }
  }

  /** Since the last reset. */
  Counts counts() {
    return ever().minus(base);
  }

  void reset() {
    base = ever();
    presences().reset();
  }
}
