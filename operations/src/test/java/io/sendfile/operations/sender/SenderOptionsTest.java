package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderOptionsTest {
  private static final String URL = "https://example.org/results?token=hidden";

  private static SenderOptions options(String... namesAndValues) {
    Map<String, String> properties = new HashMap<>(Map.of("destination-url", URL));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return SenderOptions.read(properties);
  }

  @Test
  void destinationIsEnough() {
    assertThat(options())
        .isEqualTo(
            new SenderOptions(
                URI.create(URL),
                null,
                Duration.ofSeconds(10),
                2,
                192 << 20,
                Duration.ofHours(72),
                Duration.ofSeconds(300),
                Events.BOTH));
  }

  @Test
  void everythingMayBeSet() {
    assertThat(
            options(
                "hmac-secret", "0123456789abcdef",
                "timeout-seconds", "1",
                "connections", "16",
                "journal-bytes", "65536",
                "keep-hours", "0",
                "longest-pause-seconds", "86400",
                "events", "downloads"))
        .isEqualTo(
            new SenderOptions(
                URI.create(URL),
                new Signature("0123456789abcdef"),
                Duration.ofSeconds(1),
                16,
                65_536,
                Duration.ZERO,
                Duration.ofDays(1),
                Events.DOWNLOADS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          destination-url | ''                | destination-url is missing
          destination-url | example.org       | must begin with http:// or https://
          destination-url | ftp://example.org | must begin with http:// or https://
          destination-url | http:///path      | must begin with http:// or https://
          destination-url | http://a b        | destination-url is no URL: Illegal character
          destination-url | http://u:p@h/     | must not contain a user's name or password
          destination-url | https://h/?t=${ALIAS=t} | names a password alias that does not exist
          hmac-secret     | short             | hmac-secret must have at least 16 characters
          hmac-secret     | ${ALIAS=results}  | names a password alias that does not exist
          timeout-seconds | 0                 | timeout-seconds must be a whole number from 1 to 300
          connections     | 17                | connections must be a whole number from 1 to 16
          journal-bytes   | 1k                | journal-bytes must be a whole number from 65536
          events          | all               | events must be both, transfers or downloads
          """)
  void badPropertyIsTold(String name, String value, String sentence) {
    assertThatThrownBy(() -> options(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void secretsAreNotTold() {
    assertThatThrownBy(() -> options("hmac-secret", "short")).message().doesNotContain("short");
    assertThatThrownBy(() -> options("destination-url", "http://h/ ?token=hidden"))
        .message()
        .doesNotContain("hidden");
    SenderOptions options = options("hmac-secret", "0123456789abcdef");
    assertThat(options.toString()).doesNotContain("0123456789abcdef");
    assertThat(options.shownDestination()).isEqualTo("https://example.org");
  }
}
