package io.sendfile.core.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.FileFacts;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KnownChecksumsTest {
  private static final Instant CHANGED = Instant.parse("2026-11-28T12:00:00Z");

  private Instant now = CHANGED;
  private final KnownChecksums known = new KnownChecksums(() -> now);

  private static FileFacts facts(long size, Instant changed, Object key) {
    return new FileFacts(size, FileTime.from(changed), key);
  }

  /** A report is archived when it has just been written, and asked for in many ranges. */
  @Test
  void fileThatHasJustChangedIsReadOnceByThoseWhoWantIt() {
    FileFacts report = facts(0, CHANGED, 7);
    Checksum shared = known.growing(report);
    now = now.plusSeconds(1);
    assertThat(known.growing(facts(0, CHANGED, 7))).isSameAs(shared);
    assertThat(known.growing(facts(1, CHANGED, 7))).isNotSameAs(shared);
    assertThat(known.growing(facts(0, now, 7))).isNotSameAs(shared);
    assertThat(known.growing(facts(0, CHANGED, 8))).isNotSameAs(shared);
    assertThat(shared.isComplete()).isTrue();
    assertThat(known.of(report)).as("not kept").isNull();
  }

  /** Others may have written after its bytes were read, at the same time by a coarse clock. */
  @Test
  void lateOneReadsAgain() {
    Checksum shared = known.growing(facts(0, CHANGED, 7));
    now = now.plusSeconds(3);
    Checksum proven = known.growing(facts(0, CHANGED, 7));
    assertThat(proven).isNotSameAs(shared);
    assertThat(known.growing(facts(0, CHANGED, 7))).isSameAs(proven);
    assertThat(known.of(facts(0, CHANGED, 7))).isZero();
  }

  @Test
  void fileWithoutAnIdentityHasItsOwn() {
    assertThat(known.growing(facts(0, CHANGED, null)))
        .isNotSameAs(known.growing(facts(0, CHANGED, null)));
  }
}
