package io.sendfile.glassfish.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.InstantSource;
import java.util.List;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlatformBeansTest {
  private static final Problem PROBLEM =
      new Problem(ProblemCode.ROOT, Severity.ERROR, "root films", "missing", "create or mount it");

  private final Statistics stats = new Statistics(InstantSource.system());
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final ObjectName name = ServerBeans.TOTALS;
  private final SendfileMXBean proxy = JMX.newMXBeanProxy(server, name, SendfileMXBean.class);

  @BeforeEach
  void register() throws JMException {
    server.registerMBean(
        PlatformBeans.ofServer(stats, () -> List.of("a problem"), () -> List.of(PROBLEM)), name);
  }

  @Test
  void problemsAreSentences() {
    assertThat(proxy.getConfigurationProblems()).containsExactly("a problem");
    assertThat(proxy.getProblems())
        .containsExactly("error: root films: missing: create or mount it");
  }

  @Test
  void hasTheTotalsAsWell() {
    stats.listener("clear").root("media").add(Figure.STARTED, 1);
    assertThat(proxy.getStarted().getCount()).isEqualTo(1);
  }

  @Test
  void describesEachAttributeWithItsUnit() throws JMException {
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
      assertThat(attribute.getDescription()).as(attribute.getName()).matches(".*\\([a-z/ -]+\\)");
    }
  }
}
