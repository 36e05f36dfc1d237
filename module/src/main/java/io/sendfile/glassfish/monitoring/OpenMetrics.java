package io.sendfile.glassfish.monitoring;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.sendfile.core.engine.Drain;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target.LookupPolicy;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.Statistics.Entry;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Problem.Severity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All statistics as OpenMetrics text: for each root at each listener, labelled with their names.
 * Each is there from the start, at zero: an alert on an increase would miss the first event of a
 * series that begins with it. Counters are never reset, whatever an administrator resets elsewhere;
 * their sum over the labels is the server's since its start, without deleted listeners and roots.
 * Stateless.
 */
public final class OpenMetrics {
  /** The media type of the text. */
  public static final String MEDIA_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

  private static final OpenMetricsTextFormatWriter WRITER =
      new OpenMetricsTextFormatWriter(false, false);

  /** Keys that are known before their first event; plug-ins become known when they are used. */
  private static final Map<Breakdown, List<String>> KNOWN =
      Map.of(
          Breakdown.OUTCOMES, Stream.of(Outcome.values()).map(Outcome::label).toList(),
          Breakdown.REFUSALS, Stream.of(RefusalReason.values()).map(RefusalReason::code).toList(),
          Breakdown.STATUSES, List.of("200", "206", "304", "412", "416"),
          Breakdown.PLUG_IN_FAILURES, List.of());

  private static final double NANOS_PER_SECOND = 1e9;
  private static final Unit BYTES_PER_SECOND = new Unit("bytes_per_second");

  private OpenMetrics() {}

  /**
   * The published facts of a server.
   *
   * @param listeners names of those that hand files off
   * @param roots names of the configured ones
   * @param lost number of lost records of each store
   */
  public record Reading(
      Statistics stats,
      Collection<String> listeners,
      Collection<String> roots,
      Drain.State drain,
      List<Problem> problems,
      Map<String, Long> lost,
      ResultSender.Figures results) {
    private List<Entry> entries() {
      Set<String> all = new TreeSet<>(roots);
      all.addAll(LookupPolicy.NAMES);
      all.add("");
      return stats.entries(listeners, all);
    }
  }

  /** The present numbers, state and problems, UTF-8. */
  public static byte[] text(Reading now) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      WRITER.write(text, snapshots(now));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toByteArray();
  }

  private static MetricSnapshots snapshots(Reading now) {
    List<Entry> entries = now.entries();
    List<MetricSnapshot> all = new ArrayList<>();
    Figure.COUNTERS.forEach(figure -> all.add(counter(figure, entries)));
    for (Breakdown breakdown : Breakdown.values()) {
      all.add(counters(breakdown, entries));
    }
    all.add(gauge("transfers_active", Figure.ACTIVE, entries, e -> e.active()));
    all.add(gauge("transfers_waiting", Figure.WAITING, entries, e -> e.waiting()));
    all.add(gauge("workers_busy", help(Figure.WORKERS_BUSY), now.stats.snapshot().workersBusy()));
    all.add(
        gauge(
            "ready",
            "1 while the server takes new downloads; 0 while it starts, drains or stops.",
            now.drain.phase() == Drain.Phase.READY ? 1 : 0));
    all.add(
        gauge(
            "drain_left_seconds",
            "Time until a drain ends the running downloads; 0 without one.",
            now.drain.secondsLeft()));
    all.add(problems(now.problems));
    all.add(lost(now.lost));
    results(now.results, all);
    // Nobody counts increases of these, and they are as many series as all the others.
    List<Entry> used = entries.stream().filter(e -> !e.counts().equals(Counts.NONE)).toList();
    all.add(
        histogram(
            "first_byte_seconds",
            Unit.SECONDS,
            "Time from the hand-off to the first byte taken.",
            used,
            Counts::firstByteNanos,
            NANOS_PER_SECOND));
    all.add(
        histogram(
            "transfer_rate_bytes_per_second",
            BYTES_PER_SECOND,
            "Bytes of a transfer by the time from the hand-off to its end.",
            used,
            Counts::bytesPerSecond,
            1));
    return new MetricSnapshots(all);
  }

  private static Labels labels(Entry entry) {
    return Labels.of("listener", entry.listener(), "root", entry.root());
  }

  private static CounterSnapshot counter(Figure figure, List<Entry> entries) {
    CounterSnapshot.Builder counter =
        counter(Objects.requireNonNull(figure.metric()), help(figure));
    entries.forEach(entry -> counter.dataPoint(point(entry.counts().of(figure), labels(entry))));
    return counter.build();
  }

  private static CounterSnapshot counters(Breakdown breakdown, List<Entry> entries) {
    CounterSnapshot.Builder counter = counter(breakdown.metric(), breakdown.description() + ".");
    for (Entry entry : entries) {
      Map<String, Long> counts = new TreeMap<>(entry.counts().each(breakdown));
      if (!entry.listener().isEmpty()) {
        KNOWN.getOrDefault(breakdown, List.of()).forEach(key -> counts.putIfAbsent(key, 0L));
      }
      counts.forEach(
          (key, n) -> counter.dataPoint(point(n, labels(entry).add(breakdown.key(), key))));
    }
    return counter.build();
  }

  private static String help(Figure figure) {
    return figure.summary() + ".";
  }

  private static CounterSnapshot.Builder counter(String name, String help) {
    return CounterSnapshot.builder().name(name(name)).help(help);
  }

  private static CounterDataPointSnapshot point(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  private static GaugeSnapshot gauge(
      String name, Figure figure, List<Entry> entries, ToLongFunction<Entry> value) {
    GaugeSnapshot.Builder gauge = gauge(name, help(figure));
    entries.forEach(entry -> gauge.dataPoint(level(value.applyAsLong(entry), labels(entry))));
    return gauge.build();
  }

  /** A figure of the whole server. */
  private static GaugeSnapshot gauge(String name, String help, long value) {
    return gauge(name, help).dataPoint(level(value, Labels.EMPTY)).build();
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name(name)).help(help);
  }

  private static GaugeDataPointSnapshot level(long value, Labels labels) {
    return GaugeDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  /** A severity without problems has a zero, without a kind. */
  private static GaugeSnapshot problems(List<Problem> problems) {
    GaugeSnapshot.Builder gauge =
        gauge("problems", "Problems of the server, by severity and kind.");
    for (Severity severity : Severity.values()) {
      Map<String, Long> kinds =
          problems.stream()
              .filter(each -> each.severity() == severity)
              .collect(
                  Collectors.groupingBy(
                      problem -> problem.code().label(), TreeMap::new, Collectors.counting()));
      if (kinds.isEmpty()) {
        kinds.put("", 0L);
      }
      kinds.forEach(
          (kind, number) ->
              gauge.dataPoint(
                  level(number, Labels.of("severity", severity.label(), "kind", kind))));
    }
    return gauge.build();
  }

  private static CounterSnapshot lost(Map<String, Long> lost) {
    CounterSnapshot.Builder counter =
        counter("lost", "Records and events lost for lack of room or by a failing disk, by store.");
    lost.forEach((store, number) -> counter.dataPoint(point(number, Labels.of("store", store))));
    return counter.build();
  }

  private static void results(ResultSender.Figures results, List<MetricSnapshot> all) {
    all.add(gauge("results_queued", "Results that wait for their delivery.", results.queued()));
    all.add(
        gauge("results_queued_bytes", "Bytes of the results that wait.", results.queuedBytes()));
    all.add(counter("results_sent", "Results that the destination took.", results.sent()));
    all.add(counter("results_retried", "Failed attempts to deliver one.", results.retried()));
    all.add(counter("results_dropped", "Results without room to wait.", results.dropped()));
    all.add(counter("results_failed", "Results that were refused, or too old.", results.failed()));
  }

  /** A counter of the whole server. */
  private static CounterSnapshot counter(String name, String help, long value) {
    return counter(name, help).dataPoint(point(value, Labels.EMPTY)).build();
  }

  private static String name(String rest) {
    return "sendfile_" + rest;
  }

  /**
   * A distribution as a histogram whose buckets are four times as wide as the one before.
   *
   * @param divisor makes values of that unit
   */
  private static HistogramSnapshot histogram(
      String name,
      Unit unit,
      String help,
      List<Entry> entries,
      Function<Counts, Distribution> distribution,
      double divisor) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder().name(name(name)).unit(unit).help(help);
    for (Entry entry : entries) {
      Distribution values = distribution.apply(entry.counts());
      histogram.dataPoint(
          HistogramDataPointSnapshot.builder()
              .classicHistogramBuckets(buckets(values, divisor))
              .sum((double) values.sum() / divisor)
              .labels(labels(entry))
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
