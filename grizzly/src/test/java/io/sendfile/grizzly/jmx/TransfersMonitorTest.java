package io.sendfile.grizzly.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.files.Origin;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.Ceiling;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Phase;
import io.sendfile.core.transfer.TimeSpent;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.core.transfer.TransferState;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class TransfersMonitorTest {
  private static final LimitUsage USED = new LimitUsage(1, 4, 3, 10, 0, 10, 0, 1 << 20);

  private static final TransferSnapshot HALF_WAY =
      new TransferSnapshot(
          new TransferInfo(
              new TransferId("7f-1", null),
              new Origin("shop", "server"),
              "http-listener-1",
              "media",
              "a\u202eb.mp4",
              new InetSocketAddress("192.0.2.7", 5),
              "alice",
              206,
              ""),
          "adaptive",
          TransferState.WAITING_RATE,
          "0-999",
          500,
          1000,
          100,
          100,
          new Ceiling(HighestRate.ofListener(100, "http-listener-1"), List.of("shop-rate")),
          false,
          HighestRate.ofListener(100, "http-listener-1"),
          new TimeSpent(Map.of(Phase.RATE, 90L, Phase.SENDING, 10L)),
          USED,
          Duration.ofSeconds(5));

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();

  private record Told(List<RunningTransfer> running) implements TransfersMXBean {
    @Override
    public List<RunningTransfer> getRunning() {
      return running;
    }

    @Override
    public UsedLimits getUsedLimits() {
      return new UsedLimits(USED);
    }

    @Override
    public void cancel(String id) {
      throw new UnsupportedOperationException(id);
    }

    @Override
    public void limit(String id, long bytesPerSecond) {
      throw new UnsupportedOperationException(id);
    }
  }

  @Test
  void tellsAllAboutATransferAsCompositeData() throws JMException {
    ObjectName name = TransfersMonitor.NAME;
    List<RunningTransfer> running = List.of(new RunningTransfer(HALF_WAY));
    server.registerMBean(new StandardMBean(new Told(running), TransfersMXBean.class, true), name);

    CompositeData[] list = (CompositeData[]) server.getAttribute(name, "Running");

    assertThat(list).hasSize(1);
    assertThat(list[0].get("id")).isEqualTo("7f-1");
    assertThat(list[0].get("downloadId")).isEqualTo("");
    assertThat(list[0].get("averageBytesPerSecond")).isEqualTo(100L);
    assertThat(list[0].get("application")).isEqualTo("shop");
    assertThat(list[0].get("listener")).isEqualTo("http-listener-1");
    assertThat(list[0].get("path")).as("as it is").isEqualTo("a\u202eb.mp4");
    assertThat(list[0].get("client")).isEqualTo("192.0.2.7");
    assertThat(list[0].get("percent")).isEqualTo(50);
    assertThat(list[0].get("secondsLeft")).isEqualTo(5L);
    assertThat(list[0].get("state")).isEqualTo("waiting-rate");
    assertThat(list[0].get("waitsFor")).isEqualTo("its rate");
    assertThat(list[0].get("ratePercent")).isEqualTo(90);
    assertThat(list[0].get("clientPercent")).isEqualTo(0);
    assertThat(list[0].get("verdict"))
        .isEqualTo(
            "limited by rate-bytes-per-second of listener http-listener-1, 100 B/s for each"
                + " download");
    assertThat(list[0].get("heldBy")).isEqualTo("listener http-listener-1");
    CompositeData used = (CompositeData) server.getAttribute(name, "UsedLimits");
    assertThat(used.get("workersBusy")).isEqualTo(1);
    assertThat(used.get("maxActive")).isEqualTo(10);
  }

  @Test
  void saysWhenNoneOfThatIdRuns() throws JMException {
    ObjectName name = TransfersMonitor.NAME;
    try (SendfileEngine engine =
        new SendfileEngine(
            SendfileSettings.DEFAULTS,
            new Statistics(InstantSource.system()),
            List.of(),
            Map::of,
            Map::of,
            new Machine.Real(Thread::new, System::nanoTime),
            () -> "x")) {
      server.registerMBean(new TransfersMonitor(new TransferControl(engine.scheduler())), name);
      assertThat((CompositeData[]) server.getAttribute(name, "Running")).isEmpty();
      String[] signature = {String.class.getName()};
      assertThatThrownBy(() -> server.invoke(name, "cancel", new Object[] {"7"}, signature))
          .isInstanceOf(RuntimeMBeanException.class)
          .hasRootCauseInstanceOf(IllegalArgumentException.class)
          .hasRootCauseMessage(
              "No transfer \"7\" is running; asadmin list-sendfile-transfers shows those that are");
    }
  }
}
