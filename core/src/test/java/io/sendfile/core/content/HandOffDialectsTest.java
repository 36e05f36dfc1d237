package io.sendfile.core.content;

import static io.sendfile.core.http.Views.response;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.SendfileDirective.NoHandOff;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandOffDialectsTest {
  private static final Dialect ALL = new Dialect(true, EnumSet.allOf(HandOffHeader.class));

  @ParameterizedTest
  @EnumSource
  void namesOfAllHeadersBeginAlike(HandOffHeader header) {
    assertThat(header.field()).startsWith(HandOffHeader.PREFIX);
  }

  @Test
  void temporaryFilesAreMarked() {
    assertThat(read(Dialect.DEFAULT, "X-Sendfile-Temporary", "tmp:a"))
        .isEqualTo(new HandOffOfFile(new Target.InRoot("tmp", "a"), true, null, 0));
  }

  @Test
  void accelRedirectNamesAUriWithoutItsQuery() {
    assertThat(read(ALL, "X-Accel-Redirect", "/protected/a%20b?x=1"))
        .isEqualTo(new HandOffOfFile(new Target.Uri("/protected/a b"), false, null, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"@named", "protected/a", "?x"})
  void accelRedirectThatIsNoPathIsMalformed(String value) {
    assertThat(read(ALL, "X-Accel-Redirect", value)).isInstanceOf(Malformed.class);
  }

  @Test
  void lighttpdHeaderNamesAFile() {
    assertThat(read(ALL, "X-LIGHTTPD-send-file", "/srv/a"))
        .isEqualTo(new HandOffOfFile(new Target.Absolute("/srv/a"), false, null, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Accel-Redirect", "X-LIGHTTPD-send-file"})
  void aliasesHandOffNothingUnlessTheyAreSwitchedOn(String header) {
    assertThat(read(Dialect.DEFAULT, header, "/a")).isInstanceOf(NoHandOff.class);
  }

  @ParameterizedTest
  @CsvSource({"X-Sendfile-Temporary", "X-Accel-Redirect", "X-LIGHTTPD-send-file"})
  void twoDifferentHandOffHeadersAreAmbiguous(String other) {
    assertThat(read(ALL, "X-Sendfile", "/a", other, "/a"))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> {
              assertThat(malformed.reason()).isEqualTo(RefusalReason.AMBIGUOUS);
              assertThat(malformed.detail()).contains("X-Sendfile", other);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "1000,,1000",
    ",2,2048",
    "1000,2,1000",
    "9000,2,2048",
    "0,2,2048",
    "off,,0",
    "-1,,0",
    "99999999999999999999,,0"
  })
  void theLowestRateHolds(String accel, String lighttpd, long expected) {
    assertThat(
            read(
                Dialect.DEFAULT,
                "X-Sendfile",
                "/a",
                "X-Accel-Limit-Rate",
                accel == null ? "0" : accel,
                "X-LIGHTTPD-KBytes-per-second",
                lighttpd == null ? "0" : lighttpd))
        .isEqualTo(new HandOffOfFile(new Target.Absolute("/a"), false, null, expected));
  }

  private static SendfileDirective read(Dialect dialect, String... headers) {
    return HandOffRequest.of(response(200, headers), null).directive(dialect);
  }
}
