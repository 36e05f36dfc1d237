package io.sendfile.glassfish.monitoring;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
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
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.RootAtListener;
import io.sendfile.core.stats.Statistics;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Severity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All statistics as text for Prometheus, of either format: for each root at each listener, labelled
 * with their names. Each is there from the start, at zero: an alert on an increase would miss the
 * first event of a series that begins with it. The sum of a counter over its labels is the server's
 * since its start, without deleted listeners and roots. Stateless.
 */
public final class OpenMetrics {
  /** Keys that are known before their first event. Those of plug-ins come with the reading. */
  private static final Map<Breakdown, List<String>> KNOWN =
      Map.of(
          Breakdown.OUTCOMES, Stream.of(Outcome.values()).map(Outcome::label).toList(),
          Breakdown.REFUSALS, Stream.of(RefusalReason.values()).map(RefusalReason::code).toList(),
          Breakdown.STATUSES, List.of("200", "206", "304", "412", "416"));

  private static final double NANOS_PER_SECOND = 1e9;
  private static final Unit BYTES_PER_SECOND = new Unit("bytes_per_second");

  private OpenMetrics() {}

  /**
   * The published facts of a server.
   *
   * @param plugIns whether each is ready, by kind and name
   * @param listeners names of those that hand files off
   * @param roots names of the configured ones
   * @param lost number of lost records of each store
   */
  public record PublishedFacts(
      Statistics stats,
      Map<String, Boolean> plugIns,
      Collection<String> listeners,
      Collection<String> roots,
      DrainState drain,
      List<Problem> problems,
      Map<String, Long> lost,
      ResultSender.Figures results) {
    private List<RootAtListener> entries() {
      Set<String> all = new TreeSet<>(roots);
      all.addAll(LookupPolicy.NAMES);
      all.add("");
      return stats.entries(listeners, all);
    }
  }

  /** Formats of the text. */
  public enum Format {
    /** OpenMetrics 1.0. */
    OPEN_METRICS(new OpenMetricsTextFormatWriter(false, false), "application/openmetrics-text"),
    /** That of Prometheus, 0.0.4. */
    PROMETHEUS(PrometheusTextFormatWriter.create(), "text/plain");

    private static final Pattern WEIGHT =
        Pattern.compile("[ \\t]*q[ \\t]*=[ \\t]*([01](?:\\.[0-9]{0,3})?)[ \\t]*");

    @SuppressWarnings("ImmutableEnumChecker") // It has no state.
    private final ExpositionFormatWriter writer;

    private final String type;

    Format(ExpositionFormatWriter writer, String type) {
      this.writer = writer;
      this.type = type;
    }

    /** The media type with its version. */
    public String mediaType() {
      return writer.getContentType();
    }

    /**
     * The one that is asked for.
     *
     * @param accept value of the field Accept (RFC 9110 section 12.5.1); null for none
     */
    public static Format of(@Nullable String accept) {
      return accept != null && PROMETHEUS.weight(accept) > OPEN_METRICS.weight(accept)
          ? PROMETHEUS
          : OPEN_METRICS;
    }

    /** The weight of the range that fits best: the type itself, its subtypes, or any. */
    private double weight(String accept) {
      List<String> fitting = List.of("*/*", type.replaceFirst("/.*", "/*"), type);
      int best = -1;
      double weight = 0;
      for (String range : accept.split(",", -1)) {
        String[] parts = range.split(";", -1);
        int fits = fitting.indexOf(parts[0].strip().toLowerCase(Locale.ROOT));
        if (fits > best) {
          best = fits;
          weight = Arrays.stream(parts).mapToDouble(Format::weightIn).min().orElse(1);
        }
      }
      return weight;
    }

    private static double weightIn(String parameter) {
      Matcher weight = WEIGHT.matcher(parameter);
      return weight.matches() ? Double.parseDouble(weight.group(1)) : 1;
    }
  }

  /** The present numbers, state and problems, UTF-8. */
  public static byte[] text(PublishedFacts now, Format format) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      format.writer.write(text, snapshots(now));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toByteArray();
  }

  private static MetricSnapshots snapshots(PublishedFacts now) {
    List<RootAtListener> entries = now.entries();
    List<MetricSnapshot> all = new ArrayList<>();
    Figure.COUNTERS.forEach(figure -> all.add(counter(figure, entries)));
    for (Breakdown breakdown : Breakdown.values()) {
      all.add(counters(breakdown, entries, now.plugIns.keySet()));
    }
    all.add(gauge("transfers_active", Figure.ACTIVE, entries, e -> e.active()));
    all.add(gauge("transfers_waiting", Figure.WAITING, entries, e -> e.waiting()));
    all.add(gauge("workers_busy", help(Figure.WORKERS_BUSY), now.stats.snapshot().workersBusy()));
    all.add(
        gauge(
            "ready",
            "1 while the server takes new downloads; 0 while it starts, drains or stops.",
            now.drain.phase() == DrainPhase.READY ? 1 : 0));
    all.add(
        gauge(
            "drain_left_seconds",
            "Time until a drain ends the running downloads; 0 without one.",
            now.drain.secondsLeft()));
    all.add(ready(now.plugIns));
    all.add(problems(now.problems));
    all.add(lost(now.lost));
    results(now.results, all);
    // Nobody counts increases of these, and they are as many series as all the others.
    List<RootAtListener> used =
        entries.stream().filter(e -> !e.counts().equals(Counts.NONE)).toList();
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

  private static Labels labels(RootAtListener entry) {
    return Labels.of("listener", entry.listener(), "root", entry.root());
  }

  private static CounterSnapshot counter(Figure figure, List<RootAtListener> entries) {
    CounterSnapshot.Builder counter =
        counter(Objects.requireNonNull(figure.metric()), help(figure));
    entries.forEach(entry -> counter.dataPoint(point(entry.counts().of(figure), labels(entry))));
    return counter.build();
  }

  private static CounterSnapshot counters(
      Breakdown breakdown, List<RootAtListener> entries, Collection<String> plugIns) {
    CounterSnapshot.Builder counter = counter(breakdown.metric(), breakdown.description() + ".");
    for (RootAtListener entry : entries) {
      Map<String, Long> counts = new TreeMap<>(entry.counts().each(breakdown));
      if (!entry.listener().isEmpty()) {
        KNOWN.getOrDefault(breakdown, List.of()).forEach(key -> counts.putIfAbsent(key, 0L));
      }
      counts.forEach(
          (key, n) -> counter.dataPoint(point(n, labels(entry).add(breakdown.key(), key))));
    }
    if (breakdown == Breakdown.PLUG_IN_FAILURES) {
      Labels server = Labels.of("listener", "", "root", "");
      plugIns.stream()
          .filter(plugIn -> entries.stream().noneMatch(entry -> hasFailures(entry, plugIn)))
          .forEach(plugIn -> counter.dataPoint(point(0, server.add(breakdown.key(), plugIn))));
    }
    return counter.build();
  }

  private static boolean hasFailures(RootAtListener entry, String plugIn) {
    return entry.listener().isEmpty()
        && entry.root().isEmpty()
        && entry.counts().each(Breakdown.PLUG_IN_FAILURES).containsKey(plugIn);
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
      String name,
      Figure figure,
      List<RootAtListener> entries,
      ToLongFunction<RootAtListener> value) {
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

  private static GaugeSnapshot ready(Map<String, Boolean> plugIns) {
    GaugeSnapshot.Builder gauge =
        gauge("plug_in_ready", "1 for a plug-in that can be used; 0 for one that is off or fails.");
    plugIns.forEach(
        (plugIn, ready) -> gauge.dataPoint(level(ready ? 1 : 0, Labels.of("plug_in", plugIn))));
    return gauge.build();
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
      List<RootAtListener> entries,
      Function<Counts, Distribution> distribution,
      double divisor) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder().name(name(name)).unit(unit).help(help);
    for (RootAtListener entry : entries) {
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
