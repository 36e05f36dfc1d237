package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** Striped counters; gauges are kept beside them, so that a reset cannot make them wrong. */
final class CountingStats implements StatsRecorder {
  private final InstantSource clock;
  private final LongAdder started = new LongAdder();
  private final AtomicLong active = new AtomicLong();
  private final AtomicLong activeHigh = new AtomicLong();
  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder bytesZeroCopy = new LongAdder();
  private final LongAdder bursts = new LongAdder();
  private final LongAdder headersStripped = new LongAdder();
  private final Map<String, LongAdder> plugInFailures = new ConcurrentHashMap<>();
  private volatile IntSupplier waiting = () -> 0;
  private volatile Instant since;

  CountingStats(InstantSource clock) {
    this.clock = clock;
    this.since = clock.instant();
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  @Override
  public void started() {
    started.increment();
    long now = active.incrementAndGet();
    // Read first: the high-water mark is rarely raised, and a plain read does not contend.
    if (now > activeHigh.get()) {
      activeHigh.accumulateAndGet(now, Math::max);
    }
  }

  @Override
  public void finished(Outcome outcome, long sent, long zeroCopyBytes) {
    active.decrementAndGet();
    count(outcome);
    bytes.add(sent);
    bytesZeroCopy.add(zeroCopyBytes);
  }

  private void count(Outcome outcome) {
    LongAdder counter = outcomes.get(outcome);
    if (counter != null) {
      counter.increment();
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
    statuses.computeIfAbsent(status, any -> new LongAdder()).increment();
  }

  @Override
  public void headersStripped() {
    headersStripped.increment();
  }

  @Override
  public void plugInFailed(String plugIn) {
    plugInFailures.computeIfAbsent(plugIn, any -> new LongAdder()).increment();
  }

  @Override
  public long plugInFailures(String plugIn) {
    LongAdder failures = plugInFailures.get(plugIn);
    return failures == null ? 0 : failures.sum();
  }

  @Override
  public void waitingFrom(IntSupplier supplier) {
    waiting = supplier;
  }

  @Override
  public StatsSnapshot snapshot() {
    return new StatsSnapshot(
        since,
        clock.instant(),
        started.sum(),
        active.get(),
        activeHigh.get(),
        waiting.getAsInt(),
        sums(outcomes),
        sums(refused),
        sums(statuses),
        bytes.sum(),
        bytesZeroCopy.sum(),
        bursts.sum(),
        headersStripped.sum(),
        plugInFailures.values().stream().mapToLong(LongAdder::sum).sum());
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> counters) {
    return counters.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().sum()));
  }

  @Override
  public void reset() {
    since = clock.instant();
    started.reset();
    activeHigh.set(active.get());
    outcomes.values().forEach(LongAdder::reset);
    refused.clear();
    statuses.clear();
    bytes.reset();
    bytesZeroCopy.reset();
    bursts.reset();
    headersStripped.reset();
    plugInFailures.clear();
  }
}
