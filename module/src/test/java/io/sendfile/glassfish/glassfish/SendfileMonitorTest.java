package io.sendfile.glassfish.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.stats.StatsRecorder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SendfileMonitorTest {
  private final StatsRecorder stats = StatsRecorder.counting(() -> Instant.ofEpochMilli(1234));
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private ObjectName name;

  @BeforeEach
  void register() throws JMException {
    name = new ObjectName(MonitoringService.NAME);
    server.registerMBean(new SendfileMonitor(stats, () -> List.of("a problem")), name);
  }

  @Test
  void showsCountsWithUnitAndDescriptionToAnyClient() throws JMException {
    stats.started();
    stats.finished(Outcome.CLIENT_ABORTED, 9, 4);

    CompositeData bytes = (CompositeData) server.getAttribute(name, "Bytes");

    assertThat(bytes.get("count")).isEqualTo(9L);
    assertThat(bytes.get("unit")).isEqualTo("bytes");
    assertThat(bytes.get("name")).isEqualTo("bytes");
    assertThat(bytes.get("description")).isEqualTo("Body bytes taken by the kernel");
    assertThat(bytes.get("startTime")).isEqualTo(1234L);
  }

  @Test
  void showsEveryAttribute() throws JMException {
    for (var attribute : server.getMBeanInfo(name).getAttributes()) {
      assertThat(server.getAttribute(name, attribute.getName())).isNotNull();
    }
  }

  @Test
  void givesTypedStatisticsThroughProxy() {
    stats.started();
    stats.started();
    stats.finished(Outcome.COMPLETED, 9, 4);
    stats.refused("missing");
    stats.status(200);
    SendfileMXBean proxy = JMX.newMXBeanProxy(server, name, SendfileMXBean.class);

    assertThat(proxy.getCompleted().getCount()).isEqualTo(1);
    assertThat(proxy.getActive().getCurrent()).isEqualTo(1);
    assertThat(proxy.getActive().getHighWaterMark()).isEqualTo(2);
    assertThat(proxy.getRefused().getCount()).isEqualTo(1);
    assertThat(proxy.getRefusedByReason()).isEqualTo(Map.of("missing", 1L));
    assertThat(proxy.getAnsweredByStatus()).isEqualTo(Map.of("200", 1L));
    assertThat(proxy.getConfigurationProblems()).containsExactly("a problem");

    proxy.reset();
    assertThat(proxy.getCompleted().getCount()).isZero();
  }
}
