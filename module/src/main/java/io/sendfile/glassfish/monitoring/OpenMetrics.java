package io.sendfile.glassfish.monitoring;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sendfile.glassfish.stats.Counts;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.stats.Statistics.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * All statistics as OpenMetrics text: for each root at each listener, labelled with their names.
 * Counters are never reset, whatever an administrator resets elsewhere; their sum over the labels
 * is that of the server since its start, but for what was deleted. Stateless.
 */
public final class OpenMetrics {
  /** The media type of the text. */
  public static final String MEDIA_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

  private static final OpenMetricsTextFormatWriter WRITER =
      new OpenMetricsTextFormatWriter(false, false);

  private OpenMetrics() {}

  /** The numbers now, UTF-8. */
  public static byte[] text(Statistics stats) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      WRITER.write(text, snapshots(stats));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toByteArray();
  }

  private static MetricSnapshots snapshots(Statistics stats) {
    List<Entry> entries = stats.entries();
    List<MetricSnapshot> all = new ArrayList<>();
    all.add(counter("transfers_started", "Transfers admitted.", entries, c -> c.started()));
    all.add(
        counters(
            "transfers_finished",
            "Transfers ended, by outcome.",
            "outcome",
            entries,
            c -> byLabel(c.outcomes(), outcome -> outcome.label())));
    all.add(
        counters("refusals", "Hand-offs refused, by reason.", "reason", entries, c -> c.refused()));
    all.add(
        counters(
            "answers",
            "Hand-offs answered, by HTTP status.",
            "status",
            entries,
            c -> byLabel(c.statuses(), status -> status.toString())));
    all.add(counter("sent_bytes", "Body bytes taken by the kernel.", entries, c -> c.bytes()));
    all.add(
        counter(
            "sent_zero_copy_bytes",
            "Body bytes sent without copying.",
            entries,
            c -> c.bytesZeroCopy()));
    all.add(counter("bursts", "Turns granted to transfers.", entries, c -> c.bursts()));
    all.add(
        counter(
            "headers_stripped",
            "Responses from which hand-off headers were removed without sending a file.",
            entries,
            c -> c.headersStripped()));
    all.add(
        counters(
            "plug_in_failures",
            "Times a plug-in failed and was stood in for.",
            "plug_in",
            entries,
            c -> c.plugInFailures()));
    all.add(gauge("transfers_active", "Transfers in progress.", entries, e -> e.active()));
    all.add(
        gauge(
            "transfers_waiting", "Transfers that wait for admission.", entries, e -> e.waiting()));
    all.add(workers(stats));
    all.add(Histograms.firstByteSeconds(entries));
    all.add(Histograms.bytesPerSecond(entries));
    return new MetricSnapshots(all);
  }

  static Labels labels(Entry entry) {
    return Labels.of("listener", entry.listener(), "root", entry.root());
  }

  private static CounterSnapshot counter(
      String name, String help, List<Entry> entries, ToLongFunction<Counts> value) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name(name)).help(help);
    for (Entry entry : entries) {
      counter.dataPoint(point(value.applyAsLong(entry.counts()), labels(entry)));
    }
    return counter.build();
  }

  private static CounterSnapshot counters(
      String name,
      String help,
      String label,
      List<Entry> entries,
      Function<Counts, Map<String, Long>> values) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name(name)).help(help);
    for (Entry entry : entries) {
      values
          .apply(entry.counts())
          .forEach((key, n) -> counter.dataPoint(point(n, labels(entry).add(label, key))));
    }
    return counter.build();
  }

  private static <K> Map<String, Long> byLabel(Map<K, Long> counts, Function<K, String> label) {
    return counts.entrySet().stream()
        .collect(Collectors.toMap(count -> label.apply(count.getKey()), Map.Entry::getValue));
  }

  private static CounterDataPointSnapshot point(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  private static GaugeSnapshot gauge(
      String name, String help, List<Entry> entries, ToLongFunction<Entry> value) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name(name)).help(help);
    for (Entry entry : entries) {
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value((double) value.applyAsLong(entry))
              .labels(labels(entry))
              .build());
    }
    return gauge.build();
  }

  private static GaugeSnapshot workers(Statistics stats) {
    return GaugeSnapshot.builder()
        .name(name("workers_busy"))
        .help("Transfers that hold a worker.")
        .dataPoint(
            GaugeDataPointSnapshot.builder().value((double) stats.snapshot().workersBusy()).build())
        .build();
  }

  static String name(String rest) {
    return "sendfile_" + rest;
  }
}
