package io.sendfile.glassfish.monitoring;

import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.monitoring.AttributeReader.Row;
import io.sendfile.spi.Problem;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;

/** The figures of a server, a listener or a root as an MXBean that describes its attributes. */
public final class TransferMonitor extends StandardMBean {
  private final AttributeReader attributes;

  private <T> TransferMonitor(Class<T> bean, AttributeReader attributes) {
    super(
        bean.cast(Proxy.newProxyInstance(bean.getClassLoader(), new Class<?>[] {bean}, attributes)),
        bean,
        true);
    this.attributes = attributes;
  }

  /**
   * The MXBean of a server.
   *
   * @param configuration supplies the problems of the configuration
   * @param problems supplies those of the server
   */
  public static TransferMonitor ofServer(
      Statistics stats, Supplier<List<String>> configuration, Supplier<List<Problem>> problems) {
    Map<String, Row> own =
        Map.of(
            "ConfigurationProblems",
            new Row(
                "What is wrong in domain.xml (sentences)",
                now -> configuration.get().toArray(String[]::new)),
            "Problems",
            new Row(
                "What is wrong now, the worst first (sentences)",
                now -> problems.get().stream().map(TransferMonitor::line).toArray(String[]::new)),
            "reset",
            new Row(
                "",
                before -> {
                  stats.reset();
                  return before;
                }));
    return new TransferMonitor(SendfileMXBean.class, new AttributeReader(stats::snapshot, own));
  }

  private static String line(Problem problem) {
    return problem.severity().label() + ": " + problem.sentence();
  }

  /** The MXBean of a listener. */
  public static TransferMonitor ofListener(Supplier<StatsSnapshot> source) {
    return new TransferMonitor(ListenerMXBean.class, new AttributeReader(source, Map.of()));
  }

  /** The MXBean of a root. */
  public static TransferMonitor ofRoot(Supplier<StatsSnapshot> source) {
    return new TransferMonitor(RootMXBean.class, new AttributeReader(source, Map.of()));
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    return attributes.description(attribute.getName());
  }
}
