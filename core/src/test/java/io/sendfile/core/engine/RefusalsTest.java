package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.RefusalReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalsTest extends EngineFixture {
  @Test
  void keepsWhoAskedForWhatAndHowToMendIt() {
    Instant before = Instant.now();
    decide(200, "X-Sendfile", "files:.secret\u0001");
    decide(200, "X-Sendfile", "files:.secret");
    assertThat(engine.refusals().list()).hasSize(2);
    NotedRefusal last = engine.refusals().list().get(1);
    assertThat(last.time()).isBetween(before, Instant.now());
    assertThat(last.reason()).isEqualTo(RefusalReason.HIDDEN);
    assertThat(last.origin()).isEqualTo(CALLER.origin());
    assertThat(last.client()).isEqualTo("192.0.2.7");
    assertThat(last.asked()).isEqualTo("X-Sendfile: 'files:.secret'");
    assertThat(last.detail()).contains("change the attribute hidden");
    assertThat(engine.refusals().list().get(0).asked())
        .isEqualTo("X-Sendfile: 'files:.secret\\u0001'");
  }

  @Test
  void keepsTheLastOnly() {
    for (int i = 0; i < Refusals.KEPT + 5; i++) {
      decide(200, "X-Sendfile", "files:missing-" + i);
    }
    assertThat(engine.refusals().list()).hasSize(Refusals.KEPT);
    assertThat(engine.refusals().list().get(0).asked()).contains("missing-5'");
    assertThat(engine.refusals().list().get(Refusals.KEPT - 1).asked()).contains("missing-204'");
  }

  @Test
  void anotherKeeperGetsAllFromThenOn() {
    List<NotedRefusal> elsewhere = new ArrayList<>();
    decide(200, "X-Sendfile", "files:missing-1");
    engine.refusals().keepAt(elsewhere::add);
    decide(200, "X-Sendfile", "files:missing-2");
    assertThat(elsewhere)
        .extracting(NotedRefusal::asked)
        .containsExactly("X-Sendfile: 'files:missing-2'");
    assertThat(engine.refusals().list()).hasSize(1);
  }

  @Test
  void shortensWhatWasAskedFor() {
    decide(200, "X-Sendfile", "files:" + "x".repeat(5000));
    assertThat(engine.refusals().list().get(0).asked()).hasSize(201).endsWith("x…");
  }
}
