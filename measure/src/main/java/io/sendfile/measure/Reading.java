package io.sendfile.measure;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * All counters at one moment; two readings give the figures.
 *
 * @param nanoTime time of the reading
 * @param cpu processor time by thread
 * @param heap allocated bytes by thread; null if unknown
 * @param process processor time of the process
 */
record Reading(
    long nanoTime, Map<Long, Long> cpu, @Nullable Map<Long, Long> heap, OptionalLong process) {
  /** The counters now. */
  static Reading now(Collection<Thread> threads) {
    return new Reading(
        System.nanoTime(), Jvm.cpuNanos(threads), Jvm.heapBytes(threads), Jvm.processNanos());
  }

  /** Nanoseconds since another reading. */
  long nanosSince(Reading begin) {
    return nanoTime - begin.nanoTime;
  }

  /** Processor time of the threads since. */
  OptionalLong cpuSince(Reading begin) {
    return Jvm.tellsCpuTime() ? OptionalLong.of(grown(begin.cpu, cpu)) : OptionalLong.empty();
  }

  /** Bytes on the heap since. */
  OptionalLong heapSince(Reading begin) {
    return heap == null || begin.heap == null
        ? OptionalLong.empty()
        : OptionalLong.of(grown(begin.heap, heap));
  }

  /** The load of the machine since then. */
  MachineLoad loadSince(Reading begin) {
    OptionalDouble processors =
        process.isPresent() && begin.process.isPresent()
            ? OptionalDouble.of(
                (double) (process.getAsLong() - begin.process.getAsLong()) / nanosSince(begin))
            : OptionalDouble.empty();
    return new MachineLoad(Jvm.loadAverage(), processors);
  }

  /** Sum over live threads; those that began in between began at 0. */
  private static long grown(Map<Long, Long> before, Map<Long, Long> after) {
    return after.entrySet().stream()
        .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
        .sum();
  }
}
