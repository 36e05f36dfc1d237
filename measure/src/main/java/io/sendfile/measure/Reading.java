package io.sendfile.measure;

import io.sendfile.core.stats.JvmFigures;
import io.sendfile.measure.Figures.MachineLoad;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.HashMap;
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
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

  /** The counters now. */
  static Reading now(Collection<Thread> threads) {
    return new Reading(
        System.nanoTime(), cpuNanos(threads), heapBytes(threads), JvmFigures.cpuNanos());
  }

  /** Nanoseconds since another reading. */
  long nanosSince(Reading begin) {
    return nanoTime - begin.nanoTime;
  }

  /** Processor time of the threads since. */
  OptionalLong cpuSince(Reading begin) {
    return tellsCpuTime() ? OptionalLong.of(grown(begin.cpu, cpu)) : OptionalLong.empty();
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
    return new MachineLoad(loadAverage(), processors);
  }

  /** Sum over live threads; those that began in between began at 0. */
  private static long grown(Map<Long, Long> before, Map<Long, Long> after) {
    return after.entrySet().stream()
        .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
        .sum();
  }

  /** Whether processor times of threads are available. */
  private static boolean tellsCpuTime() {
    return THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
  }

  /** Processor time of live threads, nanoseconds, by their ids. */
  private static Map<Long, Long> cpuNanos(Collection<Thread> threads) {
    Map<Long, Long> times = new HashMap<>();
    if (tellsCpuTime()) {
      for (Thread thread : threads) {
        long time = THREADS.getThreadCpuTime(thread.getId());
        if (time >= 0) {
          times.put(thread.getId(), time);
        }
      }
    }
    return times;
  }

  /**
   * Bytes allocated on the heap by each thread, by their ids; null where the JVM does not report
   * it.
   */
  private static @Nullable Map<Long, Long> heapBytes(Collection<Thread> threads) {
    long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
    long[] bytes = JvmFigures.allocatedBytes(ids);
    return bytes == null ? null : byId(ids, bytes);
  }

  private static Map<Long, Long> byId(long[] ids, long[] bytes) {
    Map<Long, Long> all = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      if (bytes[i] >= 0) {
        all.put(ids[i], bytes[i]);
      }
    }
    return all;
  }

  /** The system's load average of the last minute. */
  private static OptionalDouble loadAverage() {
    double average = SYSTEM.getSystemLoadAverage();
    return average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average);
  }
}
