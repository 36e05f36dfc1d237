package io.sendfile.glassfish.monitoring;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import java.util.function.Supplier;
import org.glassfish.external.statistics.CountStatistic;
import org.glassfish.external.statistics.RangeStatistic;
import org.glassfish.external.statistics.impl.CountStatisticImpl;
import org.glassfish.external.statistics.impl.RangeStatisticImpl;
import org.glassfish.gmbal.AMXMetadata;
import org.glassfish.gmbal.ManagedAttribute;
import org.glassfish.gmbal.ManagedObject;

/**
 * The figures of one listener in GlassFish's own monitoring, {@code asadmin get -m} and REST:
 * {@code server.network.<listener>.sendfile.*}. They are computed on request.
 */
@AMXMetadata(type = "sendfile-mon", group = "monitoring")
@ManagedObject
public final class ListenerFigures {
  private final Supplier<StatsSnapshot> source;

  public ListenerFigures(Supplier<StatsSnapshot> source) {
    this.source = source;
  }

  private CountStatistic count(Figure figure) {
    StatsSnapshot now = source.get();
    return new CountStatisticImpl(
            figure.of(now),
            figure.label(),
            figure.unit(),
            figure.description(),
            now.at().toEpochMilli(),
            now.since().toEpochMilli())
        .getStatistic();
  }

  private RangeStatistic range(Figure figure) {
    StatsSnapshot now = source.get();
    return new RangeStatisticImpl(
            figure.of(now),
            figure.highest(now),
            0,
            figure.label(),
            figure.unit(),
            figure.description(),
            now.since().toEpochMilli(),
            now.at().toEpochMilli())
        .getStatistic();
  }

  // <figures> written by ReferenceTest
  @ManagedAttribute(id = "started")
  public CountStatistic getStarted() {
    return count(Figure.STARTED);
  }

  @ManagedAttribute(id = "active")
  public RangeStatistic getActive() {
    return range(Figure.ACTIVE);
  }

  @ManagedAttribute(id = "waiting")
  public RangeStatistic getWaiting() {
    return range(Figure.WAITING);
  }

  @ManagedAttribute(id = "workers-busy")
  public CountStatistic getWorkersBusy() {
    return count(Figure.WORKERS_BUSY);
  }

  @ManagedAttribute(id = "completed")
  public CountStatistic getCompleted() {
    return count(Figure.COMPLETED);
  }

  @ManagedAttribute(id = "client-abort")
  public CountStatistic getClientAborted() {
    return count(Figure.CLIENT_ABORTED);
  }

  @ManagedAttribute(id = "stalled")
  public CountStatistic getStalled() {
    return count(Figure.STALLED);
  }

  @ManagedAttribute(id = "too-slow")
  public CountStatistic getTooSlow() {
    return count(Figure.TOO_SLOW);
  }

  @ManagedAttribute(id = "changed")
  public CountStatistic getChanged() {
    return count(Figure.CHANGED);
  }

  @ManagedAttribute(id = "io-error")
  public CountStatistic getIoErrors() {
    return count(Figure.IO_ERRORS);
  }

  @ManagedAttribute(id = "cancelled")
  public CountStatistic getCancelled() {
    return count(Figure.CANCELLED);
  }

  @ManagedAttribute(id = "shutdown")
  public CountStatistic getShutdown() {
    return count(Figure.SHUTDOWN);
  }

  @ManagedAttribute(id = "server-died")
  public CountStatistic getServerDied() {
    return count(Figure.SERVER_DIED);
  }

  @ManagedAttribute(id = "refused")
  public CountStatistic getRefused() {
    return count(Figure.REFUSED);
  }

  @ManagedAttribute(id = "bytes")
  public CountStatistic getBytes() {
    return count(Figure.BYTES);
  }

  @ManagedAttribute(id = "bytes-zero-copy")
  public CountStatistic getBytesZeroCopy() {
    return count(Figure.BYTES_ZERO_COPY);
  }

  @ManagedAttribute(id = "status-200")
  public CountStatistic getStatus200() {
    return count(Figure.STATUS_200);
  }

  @ManagedAttribute(id = "status-206")
  public CountStatistic getStatus206() {
    return count(Figure.STATUS_206);
  }

  @ManagedAttribute(id = "status-304")
  public CountStatistic getStatus304() {
    return count(Figure.STATUS_304);
  }

  @ManagedAttribute(id = "status-412")
  public CountStatistic getStatus412() {
    return count(Figure.STATUS_412);
  }

  @ManagedAttribute(id = "status-416")
  public CountStatistic getStatus416() {
    return count(Figure.STATUS_416);
  }

  @ManagedAttribute(id = "bursts")
  public CountStatistic getBursts() {
    return count(Figure.BURSTS);
  }

  @ManagedAttribute(id = "disk-reads")
  public CountStatistic getDiskReads() {
    return count(Figure.DISK_READS);
  }

  @ManagedAttribute(id = "files-opened")
  public CountStatistic getFilesOpened() {
    return count(Figure.FILES_OPENED);
  }

  @ManagedAttribute(id = "files-reused")
  public CountStatistic getFilesReused() {
    return count(Figure.FILES_REUSED);
  }

  @ManagedAttribute(id = "first-byte-micros-p50")
  public CountStatistic getFirstByteP50() {
    return count(Figure.FIRST_BYTE_P50);
  }

  @ManagedAttribute(id = "first-byte-micros-p99")
  public CountStatistic getFirstByteP99() {
    return count(Figure.FIRST_BYTE_P99);
  }

  @ManagedAttribute(id = "rate-p50")
  public CountStatistic getRateP50() {
    return count(Figure.RATE_P50);
  }

  @ManagedAttribute(id = "rate-p10")
  public CountStatistic getRateP10() {
    return count(Figure.RATE_P10);
  }

  @ManagedAttribute(id = "headers-stripped")
  public CountStatistic getHeadersStripped() {
    return count(Figure.HEADERS_STRIPPED);
  }

  @ManagedAttribute(id = "connections-refused")
  public CountStatistic getConnectionsRefused() {
    return count(Figure.CONNECTIONS_REFUSED);
  }
  // </figures>
}
