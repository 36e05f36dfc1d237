package io.sendfile.grizzly.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Presence;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransferMonitorTest {
  private final Statistics stats = new Statistics(() -> Instant.ofEpochMilli(1234));
  private final StatsRecorder media = stats.listener("clear").root("media");
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final ObjectName name = ServerBeans.TOTALS;

  @BeforeEach
  void register() throws JMException {
    server.registerMBean(TransferMonitor.ofServer(stats), name);
    server.registerMBean(
        TransferMonitor.of(() -> stats.ofListener("clear")), ServerBeans.ofListener("clear"));
    server.registerMBean(
        TransferMonitor.of(() -> stats.ofRoot("media")), ServerBeans.ofRoot("media"));
  }

  @Test
  void showsCountsWithUnitAndDescriptionToAnyClient() throws JMException {
    media.add(Figure.STARTED, 1);
    media.sent(5, 4);
    media.firstByte(1);
    media.finished(Outcome.CLIENT_ABORTED, 9, 1);

    CompositeData bytes = (CompositeData) server.getAttribute(name, "Bytes");

    assertThat(bytes.get("count")).isEqualTo(9L);
    assertThat(bytes.get("unit")).isEqualTo("bytes");
    assertThat(bytes.get("name")).isEqualTo("bytes");
    assertThat(bytes.get("description")).isEqualTo("Body bytes taken by the kernel");
    assertThat(bytes.get("startTime")).isEqualTo(1234L);
  }

  @Test
  void showsAndDescribesEveryAttributeOfEachBean() throws JMException {
    for (ObjectName bean : server.queryNames(new ObjectName("io.sendfile.glassfish:*"), null)) {
      for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
        assertThat(server.getAttribute(bean, attribute.getName())).isNotNull();
        assertThat(attribute.getDescription())
            .as(attribute.getName())
            .isNotEqualTo(attribute.getName())
            .matches(".*\\([a-z/ -]+\\)");
      }
    }
  }

  @Test
  void givesTypedStatisticsThroughProxy() {
    media.add(Figure.STARTED, 1);
    media.entered(Presence.ACTIVE);
    media.entered(Presence.ACTIVE);
    media.left(Presence.ACTIVE);
    media.entered(Presence.WAITING);
    media.sent(5, 4);
    media.firstByte(3_000_000);
    media.finished(Outcome.COMPLETED, 9, 9_000_000);
    media.refused("missing");
    media.status(200);
    TotalsMXBean proxy = JMX.newMXBeanProxy(server, name, TotalsMXBean.class);

    assertThat(proxy.getCompleted().getCount()).isEqualTo(1);
    assertThat(proxy.getActive().getCurrent()).isEqualTo(1);
    assertThat(proxy.getActive().getHighWaterMark()).isEqualTo(2);
    assertThat(proxy.getWaiting().getCurrent()).isEqualTo(1);
    assertThat(proxy.getRefused().getCount()).isEqualTo(1);
    assertThat(proxy.getRefusedByReason()).isEqualTo(Map.of("missing", 1L));
    assertThat(proxy.getAnsweredByStatus()).isEqualTo(Map.of("200", 1L));
    assertThat(proxy.getFirstByte().getTotalTime()).isEqualTo(3);
    assertThat(proxy.getFirstByteMicros().get("p50")).isBetween(3_000L, 3_750L);
    assertThat(proxy.getRateBytesPerSecond()).containsKeys("p10", "p50", "p100");
  }

  @Test
  void tellsListenersAndRootsApart() {
    media.sent(5, 4);
    media.firstByte(1);
    media.finished(Outcome.COMPLETED, 9, 1);
    stats.listener("clear").root("other").sent(6, 4);
    stats.listener("clear").root("other").firstByte(1);
    stats.listener("clear").root("other").finished(Outcome.COMPLETED, 10, 1);
    stats.listener("tls").root("media").sent(96, 4);
    stats.listener("tls").root("media").firstByte(1);
    stats.listener("tls").root("media").finished(Outcome.COMPLETED, 100, 1);

    StatisticsMXBean listener =
        JMX.newMXBeanProxy(server, ServerBeans.ofListener("clear"), StatisticsMXBean.class);
    StatisticsMXBean root =
        JMX.newMXBeanProxy(server, ServerBeans.ofRoot("media"), StatisticsMXBean.class);

    assertThat(listener.getBytes().getCount()).isEqualTo(19);
    assertThat(root.getBytes().getCount()).isEqualTo(109);
  }
}
