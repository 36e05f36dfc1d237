package io.sendfile.glassfish.monitoring;

import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.jmx.ExtraAttribute;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.grizzly.jmx.TransferMonitor;
import io.sendfile.spi.Problem;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jvnet.hk2.annotations.Service;

/**
 * The module's MXBeans. They are in the platform MBean server while this server is ready, as
 * GlassFish opens its own JMX connector then: a start does not wait until the platform's is made.
 */
@Service
@Singleton
public class PlatformBeans extends ServerBeans {
  /** Shows the beans, and from now on each new one. */
  public void publish() {
    publish(ManagementFactory.getPlatformMBeanServer());
  }

  /**
   * The MXBean of a server.
   *
   * @param configuration supplies the problems of the configuration
   * @param problems supplies those of the server
   */
  public static TransferMonitor ofServer(
      Statistics stats, Supplier<List<String>> configuration, Supplier<List<Problem>> problems) {
    return TransferMonitor.ofServer(
        SendfileMXBean.class,
        stats,
        Map.of(
            "ConfigurationProblems",
            new ExtraAttribute(
                "What is wrong in domain.xml (sentences)",
                now -> configuration.get().toArray(String[]::new)),
            "Problems",
            new ExtraAttribute(
                "What is wrong now, the worst first (sentences)",
                now -> problems.get().stream().map(PlatformBeans::line).toArray(String[]::new))));
  }

  private static String line(Problem problem) {
    return problem.severity().label() + ": " + problem.sentence();
  }
}
