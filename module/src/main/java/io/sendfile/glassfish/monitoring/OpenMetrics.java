package io.sendfile.glassfish.monitoring;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sendfile.glassfish.engine.Drain;
import io.sendfile.glassfish.spi.Problem;
import io.sendfile.glassfish.spi.Problem.Severity;
import io.sendfile.glassfish.stats.Breakdown;
import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.Statistics;
import io.sendfile.glassfish.stats.Statistics.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * All statistics as OpenMetrics text: for each root at each listener, labelled with their names.
 * Counters are never reset, whatever an administrator resets elsewhere; their sum over the labels
 * is the server's since its start, without deleted listeners and roots. Stateless.
 */
public final class OpenMetrics {
  /** The media type of the text. */
  public static final String MEDIA_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

  private static final OpenMetricsTextFormatWriter WRITER =
      new OpenMetricsTextFormatWriter(false, false);

  private OpenMetrics() {}

  /** The present numbers, state and problems, UTF-8. */
  public static byte[] text(Statistics stats, Drain.State drain, List<Problem> problems) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      WRITER.write(text, snapshots(stats, drain, problems));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toByteArray();
  }

  private static MetricSnapshots snapshots(
      Statistics stats, Drain.State drain, List<Problem> problems) {
    List<Entry> entries = stats.entries();
    List<MetricSnapshot> all = new ArrayList<>();
    Figure.COUNTERS.forEach(figure -> all.add(counter(figure, entries)));
    for (Breakdown breakdown : Breakdown.values()) {
      all.add(counters(breakdown, entries));
    }
    all.add(gauge("transfers_active", Figure.ACTIVE, entries, e -> e.active()));
    all.add(gauge("transfers_waiting", Figure.WAITING, entries, e -> e.waiting()));
    all.add(gauge("workers_busy", help(Figure.WORKERS_BUSY), stats.snapshot().workersBusy()));
    all.add(
        gauge(
            "ready",
            "1 while the server takes new downloads; 0 while it starts, drains or stops.",
            drain.phase() == Drain.Phase.READY ? 1 : 0));
    all.add(
        gauge(
            "drain_left_seconds",
            "Time until a drain ends the running downloads; 0 without one.",
            drain.secondsLeft()));
    all.add(problems(problems));
    all.add(Histograms.firstByteSeconds(entries));
    all.add(Histograms.bytesPerSecond(entries));
    return new MetricSnapshots(all);
  }

  static Labels labels(Entry entry) {
    return Labels.of("listener", entry.listener(), "root", entry.root());
  }

  private static CounterSnapshot counter(Figure figure, List<Entry> entries) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name(name(Objects.requireNonNull(figure.metric())))
            .help(help(figure));
    for (Entry entry : entries) {
      counter.dataPoint(point(entry.counts().of(figure), labels(entry)));
    }
    return counter.build();
  }

  private static CounterSnapshot counters(Breakdown breakdown, List<Entry> entries) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name(name(breakdown.metric()))
            .help(breakdown.description() + ".");
    for (Entry entry : entries) {
      entry
          .counts()
          .each(breakdown)
          .forEach(
              (key, n) -> counter.dataPoint(point(n, labels(entry).add(breakdown.key(), key))));
    }
    return counter.build();
  }

  private static String help(Figure figure) {
    return figure.summary() + ".";
  }

  private static CounterDataPointSnapshot point(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  private static GaugeSnapshot gauge(
      String name, Figure figure, List<Entry> entries, ToLongFunction<Entry> value) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name(name)).help(help(figure));
    for (Entry entry : entries) {
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value((double) value.applyAsLong(entry))
              .labels(labels(entry))
              .build());
    }
    return gauge.build();
  }

  /** A figure of the whole server. */
  private static GaugeSnapshot gauge(String name, String help, long value) {
    return GaugeSnapshot.builder()
        .name(name(name))
        .help(help)
        .dataPoint(GaugeDataPointSnapshot.builder().value((double) value).build())
        .build();
  }

  private static GaugeSnapshot problems(List<Problem> problems) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder().name(name("problems")).help("Problems of the server, by severity.");
    for (Severity severity : Severity.values()) {
      long number = problems.stream().filter(each -> each.severity() == severity).count();
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value((double) number)
              .labels(Labels.of("severity", severity.label()))
              .build());
    }
    return gauge.build();
  }

  static String name(String rest) {
    return "sendfile_" + rest;
  }
}
