package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Statistics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalLogTest {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.refused");

  private final Statistics stats = new Statistics(InstantSource.system());
  private Instant now = Instant.EPOCH;
  private final Refusals refusals = new Refusals(() -> now);

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
    assertThat(log.lines())
        .containsExactly(
            "WARNING sendfile refused (%s, answered %d): what {0} and 'how' to mend it"
                .formatted(reason.code(), reason.status()));
  }

  @Test
  void whatIsSoWithEachRequestIsOneLineAMinute() {
    for (int second = 0; second < 130; second++) {
      now = Instant.EPOCH.plusSeconds(second);
      refuse(RefusalReason.OUT_OF_DESCRIPTORS, "no descriptor");
    }
    refuse(RefusalReason.MISSING, "a");
    refuse(RefusalReason.MISSING, "a");
    assertThat(log.size()).isEqualTo(3 + 2);
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
