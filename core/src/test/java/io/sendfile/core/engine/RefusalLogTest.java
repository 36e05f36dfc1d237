package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Statistics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalLogTest {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.refused");

  private final Statistics stats = new Statistics(InstantSource.system());
  private Instant now = Instant.EPOCH;
  private long nanos = Long.MAX_VALUE - 5;
  private final Refusals refusals = new Refusals(() -> now, () -> nanos);

  private final List<NotedRefusal> noted = new ArrayList<>();

  private void refuse(RefusalReason reason, String detail) {
    refusals.keepAt(noted::add);
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

  /** A client that can name files must not fill the log. */
  @ParameterizedTest
  @EnumSource(
      names = {"MISSING", "OUT_OF_DESCRIPTORS"},
      value = RefusalReason.class)
  void eachReasonHasALineAMinuteThatTellsOfTheOthers(RefusalReason reason) {
    for (int second = 0; second < 130; second++) {
      refuse(reason, "file " + second);
      nanos += TimeUnit.SECONDS.toNanos(1);
    }
    refuse(RefusalReason.HIDDEN, "another reason");
    assertThat(log.lines()).hasSize(3 + 1);
    assertThat(log.lines().get(0)).endsWith("): file 0");
    assertThat(log.lines().get(1)).contains("): file 60 (and 59 others for this reason since");
    assertThat(noted).hasSize(131);
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsEntry(reason.code(), 130L);
  }

  @Test
  void clockThatIsSetBackSilencesNothing() {
    refuse(RefusalReason.MISSING, "a");
    now = now.minusSeconds(86_400);
    nanos += TimeUnit.MINUTES.toNanos(1);
    refuse(RefusalReason.MISSING, "b");
    assertThat(log.lines()).hasSize(2);
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
