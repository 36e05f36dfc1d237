package io.sendfile.glassfish.monitoring;

import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.jmx.ExtraAttribute;
import io.sendfile.grizzly.jmx.TransferMonitor;
import io.sendfile.spi.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Makes the MXBean. */
public final class SendfileMonitor {
  private SendfileMonitor() {}

  /**
   * The MXBean of a server.
   *
   * @param configuration supplies the problems of the configuration
   * @param problems supplies those of the server
   */
  public static TransferMonitor of(
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
                now -> problems.get().stream().map(SendfileMonitor::line).toArray(String[]::new))));
  }

  private static String line(Problem problem) {
    return problem.severity().label() + ": " + problem.sentence();
  }
}
