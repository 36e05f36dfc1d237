package io.sendfile.core.http;

import static io.sendfile.core.http.Views.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IfRangeTest {
  private static final Instant MODIFIED = Instant.parse("2026-01-01T00:00:10Z");
  private static final String DATE = "Thu, 01 Jan 2026 00:00:10 GMT";
  private static final Validators STRONG =
      new Validators(Optional.of(new EntityTag(false, "v1")), MODIFIED);
  private static final Validators WEAK =
      new Validators(Optional.of(new EntityTag(true, "v1")), MODIFIED);

  private static boolean allows(Validators current, Instant now, String... values) {
    String[] headers = new String[values.length * 2];
    for (int i = 0; i < values.length; i++) {
      headers[2 * i] = "If-Range";
      headers[2 * i + 1] = values[i];
    }
    return Preconditions.allowRange(request("GET", headers), current, now);
  }

  @Test
  void allowsTheRangeWithoutTheField() {
    assertThat(allows(WEAK, MODIFIED)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"v1\"|true",
        " \"v1\" |true",
        "\"v2\"|false",
        "\"V1\"|false",
        "\"v0\", \"v1\"|false",
        "*|false",
        "v1|false",
        "\"v1|false",
        "''|false",
        "Thu, 01 Jan 2026 00:00:10 GMT|true",
        "Thursday, 01-Jan-26 00:00:10 GMT|true",
        "Thu Jan  1 00:00:10 2026|true",
        "Thu, 01 Jan 2026 00:00:10|false",
      })
  void allowsItForExactlyTheCurrentVersion(String value, boolean allowed) {
    assertThat(allows(STRONG, MODIFIED.plusSeconds(60), value)).isEqualTo(allowed);
  }

  /**
   * Undertow compares with "earlier than", GlassFish DefaultServlet within a second. Only an exact
   * match counts.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Thu, 01 Jan 2026 00:00:09 GMT",
        "Thu, 01 Jan 2026 00:00:11 GMT",
        "Thu, 01 Jan 2026 00:01:10 GMT"
      })
  void datesMustBeExact(String date) {
    assertThat(allows(STRONG, MODIFIED.plusSeconds(60), date)).isFalse();
  }

  /** GlassFish DefaultServlet accepts weak tags. Tomcat bug 69602: ignore them, answer 200. */
  @Test
  void weakTagsAreFalse() {
    Instant later = MODIFIED.plusSeconds(60);
    assertThat(allows(STRONG, later, "W/\"v1\"")).isFalse();
    assertThat(allows(WEAK, later, "W/\"v1\"")).isFalse();
    assertThat(allows(WEAK, later, "\"v1\"")).isFalse();
  }

  /** RFC 9110 section 8.8.2.2. */
  @ParameterizedTest
  @CsvSource({"0,false", "999,false", "1000,true", "5000,true"})
  void holdsADateForWeakWithinItsSecond(long millisAfterTheChange, boolean allowed) {
    assertThat(allows(STRONG, MODIFIED.plusMillis(millisAfterTheChange), DATE)).isEqualTo(allowed);
  }

  @Test
  void allowsNothingForTwoFields() {
    assertThat(allows(STRONG, MODIFIED.plusSeconds(60), "\"v1\"", "\"v1\"")).isFalse();
  }

  @Test
  void knowsNoTagWhenThereIsNone() {
    assertThat(allows(STRONG.withoutEtag(), MODIFIED.plusSeconds(60), "\"v1\"")).isFalse();
  }
}
