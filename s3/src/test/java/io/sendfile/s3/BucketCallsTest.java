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

  private Map<String, String> outage() {
    return calls.outages().get(0);
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
    assertThat(calls.note()).isEqualTo("no bucket was asked yet");
    assertThat(row()).containsEntry("state", "was not asked yet");
    calls.ended("media", "timeout");
    assertThat(calls.note()).isEmpty();
    calls.forgetAnswers();
    assertThat(calls.note()).isEqualTo("no bucket was asked since the settings changed");
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
  void lastOutageIsKnownByItsRequestsAndItsReason() {
    calls.ended("media", null);
    assertThat(calls.outages()).isEmpty();

    now = START.plusSeconds(5);
    calls.ended("media", "timeout");
    now = START.plusSeconds(7);
    calls.ended("media", "reset: look at the network");
    assertThat(outage())
        .containsEntry("bucket", "media")
        .containsEntry("first failed request", START.plusSeconds(5).toString())
        .containsEntry("last failed request", START.plusSeconds(7).toString())
        .containsEntry("reason of that", "reset")
        .containsEntry("next answer", "");
    assertThat(outage().keySet()).containsExactlyElementsOf(BucketCalls.OUTAGES);

    now = START.plusSeconds(65);
    calls.ended("media", null);
    now = START.plusSeconds(90);
    calls.ended("media", null);
    assertThat(outage())
        .containsEntry("last failed request", START.plusSeconds(7).toString())
        .containsEntry("reason of that", "reset")
        .containsEntry("next answer", START.plusSeconds(65).toString());

    now = START.plusSeconds(95);
    calls.ended("media", "timeout");
    assertThat(outage()).containsEntry("first failed request", now.toString());
  }

  @Test
  void outageLastsThroughAChangeOfSettings() {
    calls.ended("media", "timeout");
    calls.forgetAnswers();
    assertThat(outage())
        .containsEntry("reason of that", "timeout")
        .containsEntry("next answer", "");

    now = START.plusSeconds(5);
    calls.ended("media", "reset");
    assertThat(row()).containsEntry("state", "fails").containsEntry("since", START.toString());
    assertThat(outage()).containsEntry("first failed request", START.toString());

    calls.forgetAnswers();
    now = START.plusSeconds(9);
    calls.ended("media", null);
    assertThat(row()).containsEntry("state", "answers").containsEntry("since", now.toString());
    assertThat(outage()).containsEntry("next answer", now.toString());
  }

  @Test
  void reasonOfAnOutageIsShort() {
    calls.ended("media", "no ".repeat(1000));
    assertThat(outage().get("reason of that")).hasSizeLessThan(600).endsWith("…");
  }

  @Test
  void bucketThatFailsIsTroubleUntilItAnswers() {
    assertThat(calls.trouble()).isNull();
    calls.ended("media", "timeout");
    assertThat(calls.trouble()).isEqualTo("timeout");
    calls.ended("media", null);
    assertThat(calls.trouble()).isNull();
  }

  @Test
  void refusalIsKnownUntilTheNextAnswerAboutAFileWhetherItFailsMeanwhileOrNot() {
    calls.refused("media", "403");
    calls.ended("media", "timeout");
    assertThat(calls.refusals())
        .isEqualTo(Map.of("media", "the last file that was looked for was refused: 403"));
    calls.refused("media", null);
    assertThat(calls.refusals()).isEmpty();
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
    calls.refused("media", "403");
    now = START.plus(BucketCalls.WANTED);
    assertThat(calls.trouble()).isNull();
    assertThat(calls.refusals()).isEmpty();
    assertThat(calls.unasked(PAUSE)).isEmpty();
    assertThat(row()).containsEntry("state", "no file was wanted for an hour");
  }

  @Test
  void answersByOtherSettingsAreNotKnown() {
    calls.ended("media", "timeout");
    calls.refused("media", "403");
    calls.forgetAnswers();
    assertThat(calls.trouble()).isNull();
    assertThat(calls.refusals()).isEmpty();
    assertThat(row())
        .containsEntry("state", "was not asked since the settings changed")
        .containsEntry("since", "")
        .containsEntry("requests to it", "1");
    assertThat(calls.unasked(PAUSE)).containsExactly(FILE);
  }

  @Test
  void noBucketAnswersWhileItsStoreIsNotAsked() {
    calls.ended("media", null);
    assertThat(calls.rows("silent").get(0)).containsEntry("state", "fails");
  }
}
