package io.sendfile.glassfish.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.Setting;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingUndoTest {
  private static String undo(String line) {
    return SettingUndo.of(line)
        .map(
            command ->
                command.name() + " " + new TreeMap<>(command.options()) + " " + command.operands())
        .orElse("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sendfile-config: range-limit is 20, was 16 | set-sendfile-configuration {range-limit=16} []
          sendfile-root media: symlinks is none, was owner | set-sendfile-root {symlinks=owner} [media]
          sendfile-root media: path is /b, was /a (old) | set-sendfile-root {path=/a (old)} [media]
          sendfile-root media: created with path=/films | delete-sendfile-root {} [media]
          sendfile-root media: deleted, had path=/films | create-sendfile-root {path=/films} [media]
          sendfile-limit hog: created with client=192.0.2.7, rate=0 | delete-sendfile-limit {} [hog]
          sendfile-limit hog: deleted, had client=192.0.2.7, transfers=3 | create-sendfile-limit {client=192.0.2.7, transfers=3} [hog]
          sendfile-listener http-listener-1: buffer-policy is heap, was inherited | set-sendfile-listener {buffer-policy=} [http-listener-1]
          sendfile-plugin s3: enabled is false, was true | set-sendfile-plugin {enabled=true} [s3]
          sendfile-limit hog: changed from client=a, rate=5000000 to client=a, transfers=2 | create-sendfile-limit {client=a, force=true, rate=5000000} [hog]
          sendfile-limit hog: changed from client=a to b, rate=5 to client=a to b, rate=6 | create-sendfile-limit {client=a to b, force=true, rate=5} [hog]
          sendfile-plugin s3: cache-bytes is not set, was 5000000 (5 MB) | set-sendfile-plugin {property=cache-bytes=5000000:} [s3]
          sendfile-plugin s3: region is here, was not set | set-sendfile-plugin {property=region=:} [s3]
          """)
  void changeHasItsWayBack(String line, String command) {
    assertThat(undo(line)).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sendfile-config: max-active-transfers is 12000, was 10000 | It sets max-active-transfers back to 10000.
          sendfile-config: total-rate-bytes-per-second is 5000000 (5 MB/s), was 0 (unlimited) | It sets total-rate-bytes-per-second back to 0 (unlimited).
          sendfile-root media: created with path=/films | It deletes the root media.
          sendfile-limit hog: deleted, had client=192.0.2.7, transfers=3 | It creates the limit hog again.
          sendfile-limit hog: changed from client=a, rate=5000000 to client=a, rate=0 | It sets the limit hog back to client a, rate 5000000 (5 MB/s).
          sendfile-plugin s3: cache-bytes is not set, was 5000000 (5 MB) | It sets cache-bytes back to 5000000.
          sendfile-plugin s3: region is here, was not set | It sets region back to its default.
          """)
  void dialogSaysWhatItDoes(String line, String words) {
    assertThat(SettingUndo.of(line).map(SettingUndo::words)).contains(words);
  }

  @Test
  void eachSettingIsReadBackFromItsOwnWords() {
    for (Setting setting : Setting.values()) {
      String value = setting.defaultValue();
      String line = "sendfile-config: " + setting.attribute() + " is 1, was " + setting.said(value);
      SettingUndo.of(line)
          .ifPresent(
              command ->
                  assertThat(command.options())
                      .as(line)
                      .isEqualTo(Map.of(setting.attribute(), value)));
    }
  }

  @Test
  void amountIsReadBackOutOfItsWords() {
    Setting rate = Setting.CLIENT_RATE_BYTES_PER_SECOND;
    String line =
        "sendfile-config: %s is %s, was %s"
            .formatted(rate.attribute(), rate.said("0"), rate.said("5000000"));
    assertThat(line).contains("5000000 (");
    assertThat(undo(line))
        .isEqualTo("set-sendfile-configuration {" + rate.attribute() + "=5000000} []");
  }

  @Test
  void listOfValuesIsReadBack() {
    assertThat(
            SettingUndo.of("sendfile-root m: deleted, had path=/a, b=c, symlinks=none")
                .orElseThrow()
                .options())
        .isEqualTo(Map.of("path", "/a, b=c", "symlinks", "none"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sendfile-root m: path is /a, was /b, was /c",
        "sendfile-root m: deleted, had path=/a, path=/b",
        "sendfile-root m: deleted, had nothing=1",
        "sendfile-limit m: changed from client=a to root=b to root=c, rate=1",
        "sendfile-root m: deleted, had path=/a long na…",
        "sendfile-plugin s3: region is a, was b, was c",
        "sendfile-config: readiness-key is another one",
        "sendfile-config: unknown is 1, was 2",
        "sendfile-plugin s3: secret-key is ***, was ***x",
        "Server started",
        ""
      })
  void lineThatMayMeanSomethingElseHasNone(String line) {
    assertThat(SettingUndo.of(line)).isEmpty();
  }

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sendfile-plugin s3: secret-key is another one | a secret is not kept in this list
          sendfile-plugin s3: url is http://h, was ********@h | a secret is not kept in this list
          sendfile-limit hog: deleted, had rate=0, until=2026-11-30T12:00:00Z | its time is over
          sendfile-limit hog: changed from rate=0, until=2026-11-30T12:00:00Z to rate=5 | its time is over
          sendfile-root m: deleted, had path=/a long na… | its line is too long to be kept
          sendfile-root m: path is /a, was /b, was /c | its line can mean several things
          """)
  void reasonIsToldWhereThereIsNoWayBack(String line, String reason) {
    assertThat(SettingUndo.obstacle(line, NOW)).isEqualTo("cannot be undone: " + reason);
  }

  @Test
  void limitIsMadeAgainForTheTimeThatIsLeft() {
    String line = "sendfile-limit hog: deleted, had client=a, rate=0, until=2026-11-30T12:00:01Z";
    assertThat(SettingUndo.obstacle(line, NOW)).isEmpty();
    assertThat(undo(line)).contains("until=2026-11-30T12:00:01Z");
  }

  @Test
  void changesOfOneValueHaveOneSubject() {
    assertThat(SettingUndo.subject("sendfile-root m: path is /a, was /b"))
        .isEqualTo(SettingUndo.subject("sendfile-root m: path is /b, was /c"))
        .isNotEqualTo(SettingUndo.subject("sendfile-root m: symlinks is none, was owner"));
  }
}
