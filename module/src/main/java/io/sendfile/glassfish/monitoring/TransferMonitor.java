package io.sendfile.glassfish.monitoring;

import io.sendfile.glassfish.monitoring.Jsr77.About;
import io.sendfile.glassfish.monitoring.Jsr77.Count;
import io.sendfile.glassfish.monitoring.Jsr77.Range;
import io.sendfile.glassfish.monitoring.Jsr77.Time;
import io.sendfile.glassfish.stats.Distribution;
import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;
import javax.management.j2ee.statistics.TimeStatistic;

/** The numbers of a server, a listener or a root as an MXBean that describes its attributes. */
public class TransferMonitor extends StandardMBean implements TransferStatistics {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int[] PERCENTS = {10, 50, 90, 95, 99, 100};

  private final Supplier<StatsSnapshot> source;

  TransferMonitor(Class<? extends TransferStatistics> attributes, Supplier<StatsSnapshot> source) {
    super(attributes, true);
    this.source = source;
  }

  /** The MXBean of a listener. */
  public static final class OfListener extends TransferMonitor implements ListenerMXBean {
    public OfListener(Supplier<StatsSnapshot> source) {
      super(ListenerMXBean.class, source);
    }
  }

  /** The MXBean of a root. */
  public static final class OfRoot extends TransferMonitor implements RootMXBean {
    public OfRoot(Supplier<StatsSnapshot> source) {
      super(RootMXBean.class, source);
    }
  }

  @Override
  protected final String getDescription(MBeanAttributeInfo attribute) {
    return AttributeText.of(attribute.getName());
  }

  final CountStatistic count(Figure figure) {
    StatsSnapshot now = source.get();
    return new Count(about(now, figure), figure.of(now));
  }

  private static About about(StatsSnapshot now, Figure figure) {
    return new About(figure.label(), figure.unit(), figure.description(), now.since(), now.at());
  }

  @Override
  public CountStatistic getStarted() {
    return count(Figure.STARTED);
  }

  @Override
  public CountStatistic getCompleted() {
    return count(Figure.COMPLETED);
  }

  @Override
  public CountStatistic getClientAborted() {
    return count(Figure.CLIENT_ABORTED);
  }

  @Override
  public CountStatistic getStalled() {
    return count(Figure.STALLED);
  }

  @Override
  public CountStatistic getTooSlow() {
    return count(Figure.TOO_SLOW);
  }

  @Override
  public CountStatistic getChanged() {
    return count(Figure.CHANGED);
  }

  @Override
  public CountStatistic getIoErrors() {
    return count(Figure.IO_ERROR);
  }

  @Override
  public CountStatistic getCancelled() {
    return count(Figure.CANCELLED);
  }

  @Override
  public CountStatistic getShutdown() {
    return count(Figure.SHUTDOWN);
  }

  @Override
  public CountStatistic getRefused() {
    return count(Figure.REFUSED);
  }

  @Override
  public Map<String, Long> getRefusedByReason() {
    return new TreeMap<>(source.get().refused());
  }

  @Override
  public Map<String, Long> getAnsweredByStatus() {
    Map<String, Long> byStatus = new TreeMap<>();
    source.get().statuses().forEach((status, n) -> byStatus.put(status.toString(), n));
    return byStatus;
  }

  @Override
  public RangeStatistic getActive() {
    StatsSnapshot now = source.get();
    return new Range(about(now, Figure.ACTIVE), now.active(), now.activeHigh());
  }

  @Override
  public RangeStatistic getWaiting() {
    StatsSnapshot now = source.get();
    return new Range(about(now, Figure.WAITING), now.waiting(), now.waitingHigh());
  }

  @Override
  public long getWorkersBusy() {
    return source.get().workersBusy();
  }

  @Override
  public CountStatistic getBytes() {
    return count(Figure.BYTES);
  }

  @Override
  public CountStatistic getBytesZeroCopy() {
    return count(Figure.BYTES_ZERO_COPY);
  }

  @Override
  public CountStatistic getBursts() {
    return count(Figure.BURSTS);
  }

  @Override
  public TimeStatistic getFirstByte() {
    StatsSnapshot now = source.get();
    Distribution times = now.counts().firstByteNanos();
    About about =
        new About(
            "first-byte", "MILLISECOND", AttributeText.of("FirstByte"), now.since(), now.at());
    return new Time(
        about,
        times.count(),
        times.lowest() / NANOS_PER_MILLI,
        times.highest() / NANOS_PER_MILLI,
        times.sum() / NANOS_PER_MILLI);
  }

  @Override
  public Map<String, Long> getFirstByteMicros() {
    return percentiles(source.get().counts().firstByteNanos(), NANOS_PER_MICRO);
  }

  @Override
  public Map<String, Long> getRateBytesPerSecond() {
    return percentiles(source.get().counts().bytesPerSecond(), 1);
  }

  private static Map<String, Long> percentiles(Distribution distribution, long unit) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    for (int percent : PERCENTS) {
      percentiles.put("p" + percent, distribution.percentile(percent / 100.0) / unit);
    }
    return percentiles;
  }

  @Override
  public CountStatistic getHeadersStripped() {
    return count(Figure.HEADERS_STRIPPED);
  }
}
