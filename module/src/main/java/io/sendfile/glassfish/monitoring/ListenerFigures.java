package io.sendfile.glassfish.monitoring;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import java.util.function.Supplier;
import org.glassfish.external.statistics.CountStatistic;
import org.glassfish.external.statistics.RangeStatistic;
import org.glassfish.external.statistics.impl.CountStatisticImpl;
import org.glassfish.external.statistics.impl.RangeStatisticImpl;
import org.glassfish.gmbal.AMXMetadata;
import org.glassfish.gmbal.ManagedObject;

/**
 * The figures of one listener in GlassFish's own monitoring, {@code asadmin get -m} and REST:
 * {@code server.network.<listener>.sendfile.*}. They are computed on request.
 */
@AMXMetadata(type = "sendfile-mon", group = "monitoring")
@ManagedObject
public final class ListenerFigures extends MonitoredFigures {
  private final Supplier<StatsSnapshot> source;

  public ListenerFigures(Supplier<StatsSnapshot> source) {
    this.source = source;
  }

  @Override
  CountStatistic count(Figure figure) {
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

  @Override
  RangeStatistic range(Figure figure) {
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
}
