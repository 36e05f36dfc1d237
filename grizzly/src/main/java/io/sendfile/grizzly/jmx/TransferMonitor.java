package io.sendfile.grizzly.jmx;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsSnapshot;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;
import javax.management.j2ee.statistics.TimeStatistic;
import org.jspecify.annotations.Nullable;

/** The figures of a server, a listener or a root as an MXBean that describes its attributes. */
public final class TransferMonitor extends StandardMBean {
  private final Attributes attributes;

  private <T> TransferMonitor(Class<T> bean, Attributes attributes) {
    super(
        bean.cast(Proxy.newProxyInstance(bean.getClassLoader(), new Class<?>[] {bean}, attributes)),
        bean,
        true);
    this.attributes = attributes;
  }

  /** The MXBean of a server. */
  public static TransferMonitor ofServer(Statistics stats) {
    return ofServer(TotalsMXBean.class, stats, Map.of());
  }

  /**
   * The MXBean of a server that has more to tell.
   *
   * @param more rows of the attributes that the bean adds, by their names
   */
  public static <T extends TotalsMXBean> TransferMonitor ofServer(
      Class<T> bean, Statistics stats, Map<String, ExtraAttribute> more) {
    return new TransferMonitor(bean, new Attributes(stats::snapshot, Map.copyOf(more)));
  }

  /** The MXBean of a listener or root. Refusals before a root was found belong to none. */
  public static TransferMonitor of(Supplier<StatsSnapshot> source) {
    return new TransferMonitor(StatisticsMXBean.class, new Attributes(source, Map.of()));
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    return attributes.description(attribute.getName());
  }

  /**
   * Implements {@link StatisticsMXBean}: each attribute by the figure of the same name, or by a row
   * of a table.
   *
   * @param source supplies the numbers
   * @param own rows of one bean, by attribute or operation
   */
  private record Attributes(Supplier<StatsSnapshot> source, Map<String, ExtraAttribute> own)
      implements InvocationHandler {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String FIRST_BYTE =
        "Time from the hand-off to the first byte taken; least and most are within a quarter"
            + " (milliseconds)";

    private static final Map<String, ExtraAttribute> COMMON =
        Map.of(
            "RefusedByReason",
            new ExtraAttribute(
                "Hand-offs refused, by reason code (hand-offs)",
                now -> new TreeMap<>(now.counts().each(Breakdown.REFUSALS))),
            "AnsweredByStatus",
            new ExtraAttribute(
                "Hand-offs answered, by HTTP status (hand-offs)",
                now -> new TreeMap<>(now.counts().each(Breakdown.STATUSES))),
            "FirstByte",
            new ExtraAttribute(FIRST_BYTE, Attributes::firstByte),
            "FirstByteMicros",
            new ExtraAttribute(
                "Percentiles of the times to the first byte; within a quarter (microseconds)",
                now -> now.counts().firstByteNanos().percentiles(NANOS_PER_MICRO)),
            "RateBytesPerSecond",
            new ExtraAttribute(
                "Percentiles of the transfers' rates; within a quarter (bytes per second)",
                now -> now.counts().bytesPerSecond().percentiles(1)));

    /** Figures by attribute, e.g. {@code BytesZeroCopy}. */
    private static final Map<String, Figure> FIGURES =
        Arrays.stream(Figure.values())
            .collect(Collectors.toMap(Figure::attribute, figure -> figure));

    private @Nullable ExtraAttribute row(String name) {
      ExtraAttribute row = own.get(name);
      return row == null ? COMMON.get(name) : row;
    }

    /** The description of an attribute, with its unit. */
    String description(String attribute) {
      ExtraAttribute row = row(attribute);
      if (row != null) {
        return row.description();
      }
      Figure figure = figure(attribute);
      return figure.description() + " (" + figure.unit() + ")";
    }

    private static Figure figure(String attribute) {
      return Objects.requireNonNull(FIGURES.get(attribute), attribute);
    }

    @Override
    public Object invoke(Object bean, Method method, Object[] arguments) {
      String called = method.getName();
      String name = called.startsWith("get") ? called.substring("get".length()) : called;
      StatsSnapshot now = source.get();
      ExtraAttribute row = row(name);
      return row == null
          ? value(figure(name), method.getReturnType(), now)
          : row.value().apply(now);
    }

    private static Object value(Figure figure, Class<?> type, StatsSnapshot now) {
      long number = figure.of(now);
      return type == long.class
          ? number
          : statistic(
              type,
              figure.label(),
              figure.unit(),
              figure.description(),
              now,
              Map.of(
                  "getCount",
                  number,
                  "getCurrent",
                  number,
                  "getHighWaterMark",
                  figure.highest(now),
                  "getLowWaterMark",
                  0L));
    }

    private static TimeStatistic firstByte(StatsSnapshot now) {
      Distribution times = now.counts().firstByteNanos();
      return statistic(
          TimeStatistic.class,
          "first-byte",
          "MILLISECOND",
          FIRST_BYTE,
          now,
          Map.of(
              "getCount", times.count(),
              "getMinTime", times.lowest() / NANOS_PER_MILLI,
              "getMaxTime", times.highest() / NANOS_PER_MILLI,
              "getTotalTime", times.sum() / NANOS_PER_MILLI));
    }

    /** A statistic of JSR-77 by the values of its getters; its times are epoch milliseconds. */
    private static <T> T statistic(
        Class<T> type,
        String name,
        String unit,
        String description,
        StatsSnapshot now,
        Map<String, Long> values) {
      Map<String, Object> all = new HashMap<>(values);
      all.put("getName", name);
      all.put("getUnit", unit);
      all.put("getDescription", description);
      all.put("getStartTime", now.since().toEpochMilli());
      all.put("getLastSampleTime", now.at().toEpochMilli());
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (statistic, getter, none) -> all.get(getter.getName())));
    }
  }
}
