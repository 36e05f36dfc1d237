package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BucketCallsTest {
  private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

  private Instant now = START;
  private final BucketCalls calls = new BucketCalls(() -> now);

  private Map<String, String> row() {
    return calls.rows(Map.of("media", "403")).get(0);
  }

  @Test
  void bucketAnswersSinceItsFirstAnswer() {
    calls.looked("media", 3_400_000);
    calls.ended("media", null);
    now = START.plusSeconds(5);
    calls.looked("media", 1_600_000);
    calls.ended("media", null);

    assertThat(row())
        .containsEntry("bucket", "media")
        .containsEntry("state", "answers")
        .containsEntry("since", START.toString())
        .containsEntry("calls", "2")
        .containsEntry("without an answer", "0")
        .containsEntry("looking takes", "2 ms")
        .containsEntry("refused", "403");
    assertThat(row().keySet()).containsExactlyElementsOf(BucketCalls.COLUMNS);
  }

  @Test
  void troubleHasItsBeginAndSoHasItsEnd() {
    calls.ended("media", null);
    now = START.plusSeconds(5);
    calls.ended("media", "timeout");
    calls.ended("media", "reset");

    assertThat(row())
        .containsEntry("state", "fails: reset")
        .containsEntry("since", now.toString())
        .containsEntry("without an answer", "2");

    now = START.plusSeconds(9);
    calls.ended("media", null);

    assertThat(row()).containsEntry("state", "answers").containsEntry("since", now.toString());
  }
}
