package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.stats.Breakdown;
import io.sendfile.glassfish.stats.Statistics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalLogTest {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");

  private final Statistics stats = new Statistics(InstantSource.system());
  private Instant now = Instant.EPOCH;
  private final Refusals refusals = new Refusals(() -> now);
  private final List<LogRecord> records = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
  }

  private void refuse(RefusalReason reason, String detail) {
    refusals.refused(
        new Decision.Refuse(reason, "files", "X-Sendfile: 'files:f'", detail),
        EngineFixture.CALLER,
        stats.listener("clear").any());
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void oneLineSaysReasonStatusAndDetail(RefusalReason reason) {
    refuse(reason, "what {0} and 'how' to mend it");
    assertThat(records).hasSize(1);
    assertThat(records.get(0).getLevel()).isEqualTo(Level.WARNING);
    assertThat(new SimpleFormatter().formatMessage(records.get(0)))
        .isEqualTo(
            "sendfile refused (%s, answered %d): what {0} and 'how' to mend it",
            reason.code(), reason.status());
  }

  @Test
  void whatIsSoWithEachRequestIsOneLineAMinute() {
    for (int second = 0; second < 130; second++) {
      now = Instant.EPOCH.plusSeconds(second);
      refuse(RefusalReason.OUT_OF_DESCRIPTORS, "no descriptor");
    }
    refuse(RefusalReason.MISSING, "a");
    refuse(RefusalReason.MISSING, "a");
    assertThat(records).hasSize(3 + 2);
    assertThat(refusals.list()).hasSize(132);
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsEntry("out-of-descriptors", 130L);
  }

  @Test
  void countsByReason() {
    refuse(RefusalReason.HIDDEN, "a");
    refuse(RefusalReason.HIDDEN, "b");
    refuse(RefusalReason.MISSING, "c");
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsExactlyInAnyOrderEntriesOf(Map.of("hidden", 2L, "missing", 1L));
  }
}
