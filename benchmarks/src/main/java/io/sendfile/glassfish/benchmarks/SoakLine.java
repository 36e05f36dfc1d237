package io.sendfile.glassfish.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of each minute of a soak. It is flat if its median in the last quarter of the time is at
 * most that in the second one, times a factor, plus a slack for small figures. The first quarter
 * does not count: the JVM still grows then.
 *
 * @param title with its unit
 * @param factor most growth of a flat line; infinite for one that is only shown
 * @param slack in the unit of the figure
 */
record SoakLine(String title, double factor, double slack, ToDoubleFunction<SoakMinute> value) {
  static final List<SoakLine> ALL =
      List.of(
          new SoakLine("Heap after a collection, MB", 1.1, 2, SoakMinute::heapMegabytes),
          new SoakLine("Direct memory, MB", 1.1, 2, SoakMinute::directMegabytes),
          new SoakLine("Memory of the process, MB", 1.1, 10, m -> m.state().rssMegabytes()),
          new SoakLine("Descriptors", 1.1, 20, m -> m.state().descriptors()),
          new SoakLine("Threads", 1.1, 5, m -> m.state().threads()),
          new SoakLine(
              "Latency of /hello, p50, ms", 1.5, 1, m -> SoakMinute.quantile(m.hello(), 0.5)),
          new SoakLine(
              "Latency of /hello, p99, ms", 2, 20, m -> SoakMinute.quantile(m.hello(), 0.99)),
          new SoakLine(
              "Latency of 14 KB, p50, ms", 1.5, 1, m -> SoakMinute.quantile(m.handOff(), 0.5)),
          new SoakLine(
              "Latency of 14 KB, p99, ms", 2, 20, m -> SoakMinute.quantile(m.handOff(), 0.99)),
          shown("Completed", "Completed"),
          shown("Aborted by clients", "ClientAborted"),
          shown("Stalled", "Stalled"));

  private static SoakLine shown(String title, String outcome) {
    return new SoakLine(
        title + ", per minute", Double.POSITIVE_INFINITY, 0, minute -> minute.ended(outcome));
  }

  double[] values(List<SoakMinute> minutes) {
    return minutes.stream().mapToDouble(value).toArray();
  }

  /** Median of the second quarter, with which the last one is compared. */
  double before(List<SoakMinute> minutes) {
    return quarter(minutes, 1);
  }

  /** Median of the last quarter. */
  double after(List<SoakMinute> minutes) {
    return quarter(minutes, 3);
  }

  /** What the last quarter's median may be. */
  double most(List<SoakMinute> minutes) {
    return before(minutes) * factor + slack;
  }

  boolean isJudged() {
    return Double.isFinite(factor);
  }

  boolean isFlat(List<SoakMinute> minutes) {
    return !isJudged() || after(minutes) <= most(minutes);
  }

  private double quarter(List<SoakMinute> minutes, int index) {
    int size = minutes.size();
    return Statistics.median(
        minutes.subList(size * index / 4, size * (index + 1) / 4).stream()
            .map(value::applyAsDouble)
            .toList());
  }
}
