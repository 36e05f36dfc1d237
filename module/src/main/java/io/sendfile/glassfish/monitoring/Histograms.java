package io.sendfile.glassfish.monitoring;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Statistics.Entry;
import java.util.List;
import java.util.function.Function;

/** Distributions as histograms whose buckets are four times as wide as the one before. */
final class Histograms {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Unit BYTES_PER_SECOND = new Unit("bytes_per_second");

  private Histograms() {}

  static HistogramSnapshot firstByteSeconds(List<Entry> entries) {
    return histogram(
        HistogramSnapshot.builder()
            .name(OpenMetrics.name("first_byte_seconds"))
            .unit(Unit.SECONDS)
            .help("Time from the hand-off to the first byte taken."),
        entries,
        entry -> entry.counts().firstByteNanos(),
        NANOS_PER_SECOND);
  }

  static HistogramSnapshot bytesPerSecond(List<Entry> entries) {
    return histogram(
        HistogramSnapshot.builder()
            .name(OpenMetrics.name("transfer_rate_bytes_per_second"))
            .unit(BYTES_PER_SECOND)
            .help("Bytes of a transfer by the time from the hand-off to its end."),
        entries,
        entry -> entry.counts().bytesPerSecond(),
        1);
  }

  private static HistogramSnapshot histogram(
      HistogramSnapshot.Builder histogram,
      List<Entry> entries,
      Function<Entry, Distribution> distribution,
      double unit) {
    for (Entry entry : entries) {
      Distribution values = distribution.apply(entry);
      histogram.dataPoint(
          HistogramDataPointSnapshot.builder()
              .classicHistogramBuckets(buckets(values, unit))
              .sum((double) values.sum() / unit)
              .labels(OpenMetrics.labels(entry))
              .build());
    }
    return histogram.build();
  }

  private static ClassicHistogramBuckets buckets(Distribution values, double unit) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long count = 0;
    List<Long> counts = values.counts();
    for (int i = 0; i < counts.size(); i++) {
      count += counts.get(i);
      long bound = Distribution.upperBound(i);
      boolean last = i == counts.size() - 1;
      if (last) {
        buckets.bucket(Double.POSITIVE_INFINITY, count);
      } else if (isPowerOfFour(bound)) {
        buckets.bucket((double) bound / unit, count);
        count = 0;
      }
    }
    return buckets.build();
  }

  private static boolean isPowerOfFour(long bound) {
    return Long.bitCount(bound) == 1 && Long.numberOfTrailingZeros(bound) % 2 == 0;
  }
}
