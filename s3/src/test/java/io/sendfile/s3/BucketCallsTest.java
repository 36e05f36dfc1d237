package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BucketCallsTest {
  private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

  private static final ObjectAddress FILE = new ObjectAddress("media", "a.mp4");
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private Instant now = START;
  private final BucketCalls calls = new BucketCalls(() -> now);

  private Map<String, String> row() {
    return calls.rows(null).get(0);
  }

  @BeforeEach
  void want() {
    calls.wanted(FILE);
  }

  @Test
  void bucketAnswersSinceItsFirstAnswer() {
    calls.looked("media", 3_400_000);
    calls.ended("media", null);
    now = START.plusSeconds(5);
    calls.looked("media", 1_600_000);
    calls.ended("media", null);
    calls.refused("media", "403");

    assertThat(row())
        .containsEntry("bucket", "media")
        .containsEntry("state", "answers")
        .containsEntry("since", START.toString())
        .containsEntry("requests to it", "2")
        .containsEntry("failed requests", "0")
        .containsEntry("mean time to find a file", "2 ms")
        .containsEntry("last refused file", "403");
    assertThat(row().keySet()).containsExactlyElementsOf(BucketCalls.COLUMNS);
  }

  @Test
  void bucketIsAskedOnceACallHasEnded() {
    assertThat(calls.isUnasked()).isTrue();
    calls.ended("media", "timeout");
    assertThat(calls.isUnasked()).isFalse();
    calls.forgetAnswers();
    assertThat(calls.isUnasked()).as("by other settings").isTrue();
  }

  @Test
  void troubleHasItsBeginAndSoHasItsEnd() {
    calls.ended("media", null);
    now = START.plusSeconds(5);
    calls.ended("media", "timeout");
    calls.ended("media", "reset");

    assertThat(row())
        .containsEntry("state", "fails")
        .containsEntry("since", now.toString())
        .containsEntry("failed requests", "2");

    now = START.plusSeconds(9);
    calls.ended("media", null);

    assertThat(row()).containsEntry("state", "answers").containsEntry("since", now.toString());
  }

  @Test
  void bucketThatFailsOrRefusesIsAFaultUntilItAnswers() {
    calls.ended("media", "timeout");
    assertThat(calls.faults()).isEqualTo(Map.of("media", "timeout"));
    calls.ended("media", null);
    calls.refused("media", "403");
    assertThat(calls.faults())
        .isEqualTo(Map.of("media", "the last file that was looked for was refused: 403"));
    calls.refused("media", null);
    assertThat(calls.faults()).isEmpty();
  }

  @Test
  void bucketIsAskedForItsLastFileOnceInATimeWithoutCalls() {
    calls.ended("media", null);
    assertThat(calls.unasked(PAUSE)).isEmpty();
    now = START.plus(PAUSE);
    assertThat(calls.unasked(PAUSE)).containsExactly(FILE);
    assertThat(calls.unasked(PAUSE)).isEmpty();
  }

  @Test
  void bucketOfWhichNoFileWasWantedForAnHourIsNeitherAskedNorAFault() {
    calls.ended("media", "timeout");
    now = START.plus(BucketCalls.WANTED);
    assertThat(calls.faults()).isEmpty();
    assertThat(calls.unasked(PAUSE)).isEmpty();
    assertThat(row()).containsEntry("state", "no file was wanted for an hour");
  }

  @Test
  void answersByOtherSettingsAreNotKnown() {
    calls.ended("media", "timeout");
    calls.refused("media", "403");
    calls.forgetAnswers();
    assertThat(calls.faults()).isEmpty();
    assertThat(row()).containsEntry("state", "was not asked yet").containsEntry("since", "");
    assertThat(calls.unasked(PAUSE)).containsExactly(FILE);
  }

  @Test
  void noBucketAnswersWhileItsStoreIsNotAsked() {
    calls.ended("media", null);
    assertThat(calls.rows("silent").get(0)).containsEntry("state", "fails");
  }
}
