package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.RefusalReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RefusalsTest extends EngineFixture {
  @Test
  void tellsWhoAskedForWhatAndHowToMendIt() {
    Instant before = Instant.now();
    decide(200, "X-Sendfile", "files:.secret\u0001");
    decide(200, "X-Sendfile", "files:.secret");
    assertThat(noted).hasSize(2);
    NotedRefusal last = noted.get(1);
    assertThat(last.time()).isBetween(before, Instant.now());
    assertThat(last.reason()).isEqualTo(RefusalReason.HIDDEN);
    assertThat(last.origin()).isEqualTo(CALLER.origin());
    assertThat(last.client()).isEqualTo("192.0.2.7");
    assertThat(last.asked()).isEqualTo("X-Sendfile: 'files:.secret'");
    assertThat(last.detail()).contains("change the attribute hidden");
    assertThat(noted.get(0).asked()).isEqualTo("X-Sendfile: 'files:.secret\\u0001'");
  }

  @Test
  void shortensWhatWasAskedFor() {
    decide(200, "X-Sendfile", "files:" + "x".repeat(5000));
    assertThat(noted.get(0).asked()).hasSize(201).endsWith("x…");
  }
}
