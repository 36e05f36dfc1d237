package io.sendfile.glassfish.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedTransfers;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import io.sendfile.spi.TransferResult;
import io.sendfile.spi.TransferResult.Course;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.management.JMX;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndedMonitorTest {

  private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-24T02:00:00Z"));
  private static final String REASON = "its client took nothing";
  private final EndedTransfers ended = new EndedTransfers(clock, 10);
  private final EndedTransfersMXBean bean =
      JMX.newMXBeanProxy(
          ManagementFactory.getPlatformMBeanServer(),
          EndedMonitor.NAME,
          EndedTransfersMXBean.class);

  private final PlatformBeans beans = new PlatformBeans();

  @BeforeEach
  void register() {
    beans.publish();
    beans.register(EndedMonitor.NAME, new EndedMonitor(ended, clock));
  }

  @AfterEach
  void unregister() {
    beans.unregister(EndedMonitor.NAME);
  }

  private void end(Outcome outcome, boolean small) {
    ended.transferFinished(result(outcome, small));
  }

  private static TransferResult result(Outcome outcome, boolean small) {
    return new TransferResult(
        "order-7",
        true,
        "media",
        "a.bin",
        "shop",
        "server",
        "192.0.2.7",
        "user-3",
        206,
        "0-2999999",
        outcome,
        1_200_000,
        new Delivered("", 9_000_000, List.of()),
        Duration.ofMillis(12),
        Duration.ofSeconds(80),
        new Course(
            "own-1",
            "http-listener-1",
            3_000_000,
            small,
            REASON,
            Map.of("client", 93),
            "its client read slowly",
            "",
            Profile.NONE));
  }

  private List<Map<String, String>> find(String outcome) {
    return bean.find(outcome, "", "", "", "", 100);
  }

  @Test
  void rowHasEachColumn() {
    end(Outcome.STALLED, false);
    assertThat(find("stalled"))
        .singleElement()
        .satisfies(row -> assertThat(row).hasSize(EndedColumn.values().length))
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("time", "2026-11-24T02:00:00.000Z")
                    .containsEntry("identity", "user-3")
                    .containsEntry("id", "own-1")
                    .containsEntry("download-id", "order-7")
                    .containsEntry("file", "media:a.bin")
                    .containsEntry("range", "0-2999999")
                    .containsEntry("average", "15000")
                    .containsEntry("total", "3000000")
                    .containsEntry("first-byte-ms", "12")
                    .containsEntry("duration-ms", "80000")
                    .containsEntry("reason", REASON)
                    .containsEntry("verdict", "its client read slowly")
                    .containsEntry("held-by", "")
                    .containsEntry("time-percent", "client 93 %"));
    assertThat(bean.getState()).isEqualTo("1 remembered");
    assertThat(bean.find("", "192.0.2.*", "media", "shop", "1h", 1)).hasSize(1);
    assertThat(bean.find("", "192.0.2.8", "", "", "", 1)).isEmpty();
  }

  @Test
  void smallOnesAreRememberedOnlyIfTheyDidNotComplete() {
    end(Outcome.COMPLETED, true);
    assertThat(find("")).isEmpty();
    end(Outcome.CLIENT_ABORTED, true);
    assertThat(find("client-abort")).hasSize(1);
  }

  @Test
  void whatCannotBeMeantIsRefusedInWords() {
    assertThatThrownBy(() -> find("stale"))
        .hasStackTraceContaining("There is no outcome \"stale\". There are completed, ");
    assertThatThrownBy(() -> bean.find("", "", "", "", "lately", 1))
        .hasStackTraceContaining(": \"lately\" is no time. ");
  }

  @ParameterizedTest
  @CsvSource({
    "TIME, 2026-11-24T02:00:00.120Z, 2026-11-24T02:00:00Z",
    "BYTES, 1200000, 1.2 MB",
    "AVERAGE, 15000, 15.0 kB/s",
    "DURATION, 999, 999 ms",
    "DURATION, 1500, 1.5 s",
    "DURATION, 80000, 1:20",
    "FILE, media:a.bin, media:a.bin",
    "BYTES, '', ''"
  })
  void shortFormsHaveUnits(EndedColumn column, String full, String brief) {
    assertThat(column.brief(full)).isEqualTo(brief);
  }
}
