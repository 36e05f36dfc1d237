package io.sendfile.core.http;

import static io.sendfile.core.http.Views.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.Preconditions.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreconditionsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final Instant MODIFIED = Instant.parse("2026-01-01T00:00:10Z");
  private static final Validators STRONG =
      new Validators(Optional.of(new EntityTag(false, "v1")), MODIFIED);
  private static final Validators WEAK =
      new Validators(Optional.of(new EntityTag(true, "v1")), MODIFIED);

  /**
   * A field value and its result taken alone: whether it says "the same"; null where it must be
   * ignored.
   */
  private record Field(String value, boolean strongly, boolean weakly) {}

  private static final List<Field> TAGS =
      List.of(
          new Field("", false, false),
          new Field("*", true, true),
          new Field(" * ", true, true),
          new Field("\"v1\"", true, true),
          new Field("W/\"v1\"", false, true),
          new Field("\"v2\"", false, false),
          new Field("\"v0\", , \"v1\",\"v2\"", true, true),
          new Field("W/\"v0\", W/\"v1\"", false, true),
          new Field("v1", false, false),
          new Field("\"v0,\"v1\"", false, false));

  private enum Date {
    ABSENT(""),
    EARLIER("Thu, 01 Jan 2026 00:00:09 GMT"),
    EQUAL("Thu, 01 Jan 2026 00:00:10 GMT"),
    EQUAL_ASCTIME("Thu Jan  1 00:00:10 2026"),
    LATER("Thu, 01 Jan 2026 00:00:11 GMT"),
    INVALID("Thu, 01 Jan 2026");

    private final String value;

    Date(String value) {
      this.value = value;
    }

    boolean counts() {
      return this != ABSENT && this != INVALID;
    }

    boolean unchangedSince() {
      return this != EARLIER;
    }
  }

  @Test
  void datesAreIgnoredWhereThereIsNone() {
    Validators undated = STRONG.withoutDate();
    assertThat(undated.etag()).isEqualTo(STRONG.etag());
    for (String name : List.of("If-Unmodified-Since", "If-Modified-Since")) {
      assertThat(Preconditions.evaluate(request("GET", name, Date.EARLIER.value), undated, NOW))
          .isEqualTo(Result.PROCEED);
    }
    assertThat(Preconditions.allowRange(request("GET", "If-Range", Date.EQUAL.value), undated, NOW))
        .isFalse();
  }

  static Stream<Arguments> everyCombination() {
    List<Arguments> cases = new ArrayList<>();
    for (String method : List.of("GET", "HEAD", "POST", "PUT")) {
      for (Field match : TAGS) {
        for (Date unmodified : Date.values()) {
          for (Field noneMatch : TAGS) {
            for (Date modified : Date.values()) {
              cases.add(Arguments.of(method, match, unmodified, noneMatch, modified));
            }
          }
        }
      }
    }
    return cases.stream();
  }

  /** The six steps of RFC 9110 section 13.2.2, word by word. 14,400 cases. */
  private static Result byTheRfc(
      String method, Field match, Date unmodified, Field noneMatch, Date modified) {
    boolean getOrHead = method.equals("GET") || method.equals("HEAD");
    // 1
    if (!match.value().isEmpty()) {
      if (!match.strongly()) {
        return Result.FAILED;
      }
      // 2
    } else if (unmodified.counts() && !unmodified.unchangedSince()) {
      return Result.FAILED;
    }
    // 3
    if (!noneMatch.value().isEmpty()) {
      if (noneMatch.weakly()) {
        return getOrHead ? Result.NOT_MODIFIED : Result.FAILED;
      }
      // 4
    } else if (getOrHead && modified.counts() && modified.unchangedSince()) {
      return Result.NOT_MODIFIED;
    }
    // 6
    return Result.PROCEED;
  }

  @Test
  void followTheOrderOfTheRfcInEveryCombination() {
    everyCombination().forEach(each -> check(each.get()));
  }

  private static void check(Object[] c) {
    String method = (String) c[0];
    Field match = (Field) c[1];
    Date unmodified = (Date) c[2];
    Field noneMatch = (Field) c[3];
    Date modified = (Date) c[4];
    RequestView request =
        requestWithout(
            method,
            "If-Match",
            match.value(),
            "If-Unmodified-Since",
            unmodified.value,
            "If-None-Match",
            noneMatch.value(),
            "If-Modified-Since",
            modified.value);
    assertThat(Preconditions.evaluate(request, STRONG, NOW))
        .as("%s %s %s %s %s", method, match, unmodified, noneMatch, modified)
        .isEqualTo(byTheRfc(method, match, unmodified, noneMatch, modified));
  }

  /** A request with those fields that have a value. */
  private static RequestView requestWithout(String method, String... namesAndValues) {
    List<String> present = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (!namesAndValues[i + 1].isEmpty()) {
        present.add(namesAndValues[i]);
        present.add(namesAndValues[i + 1]);
      }
    }
    return request(method, present.toArray(String[]::new));
  }

  private static Result evaluate(Validators current, String... headers) {
    return Preconditions.evaluate(request("GET", headers), current, NOW);
  }

  @Test
  void ifMatchNeverHoldsForAWeakTag() {
    assertThat(evaluate(WEAK, "If-Match", "\"v1\"")).isEqualTo(Result.FAILED);
    assertThat(evaluate(WEAK, "If-Match", "W/\"v1\"")).isEqualTo(Result.FAILED);
    assertThat(evaluate(WEAK, "If-Match", "*")).isEqualTo(Result.PROCEED);
  }

  @Test
  void ifNoneMatchHoldsForAWeakTagOnEitherSide() {
    assertThat(evaluate(WEAK, "If-None-Match", "\"v1\"")).isEqualTo(Result.NOT_MODIFIED);
    assertThat(evaluate(STRONG, "If-None-Match", "W/\"v1\"")).isEqualTo(Result.NOT_MODIFIED);
  }

  @Test
  void joinsTheListsOfSeveralFields() {
    assertThat(evaluate(STRONG, "If-None-Match", "\"v0\"", "If-None-Match", "\"v1\""))
        .isEqualTo(Result.NOT_MODIFIED);
    assertThat(evaluate(STRONG, "If-Match", "\"v0\"", "If-Match", "\"v1\""))
        .isEqualTo(Result.PROCEED);
  }

  @Test
  void takesAnAsteriskForNothingBesideOtherTags() {
    assertThat(evaluate(STRONG, "If-None-Match", "*, \"v0\"")).isEqualTo(Result.PROCEED);
    assertThat(evaluate(STRONG, "If-None-Match", "*", "If-None-Match", "\"v0\""))
        .isEqualTo(Result.PROCEED);
  }

  @Test
  void ignoresTwoDates() {
    String date = Date.EQUAL.value;
    assertThat(evaluate(STRONG, "If-Modified-Since", date, "If-Modified-Since", date))
        .isEqualTo(Result.PROCEED);
  }

  @Test
  void matchesNoTagWhenThereIsNone() {
    Validators untagged = STRONG.withoutEtag();
    assertThat(evaluate(untagged, "If-None-Match", "\"v1\"")).isEqualTo(Result.PROCEED);
    assertThat(evaluate(untagged, "If-None-Match", "*")).isEqualTo(Result.NOT_MODIFIED);
    assertThat(evaluate(untagged, "If-Match", "\"v1\"")).isEqualTo(Result.FAILED);
  }

  /** nginx evaluates If-Unmodified-Since before, and besides, If-Match. */
  @Test
  void ifMatchSupersedesIfUnmodifiedSince() {
    assertThat(evaluate(STRONG, "If-Match", "\"v1\"", "If-Unmodified-Since", Date.EARLIER.value))
        .isEqualTo(Result.PROCEED);
  }

  /** nginx: If-None-Match and If-Modified-Since must agree. */
  @Test
  void ifNoneMatchSupersedesIfModifiedSince() {
    assertThat(evaluate(STRONG, "If-None-Match", "\"v1\"", "If-Modified-Since", Date.EARLIER.value))
        .isEqualTo(Result.NOT_MODIFIED);
    assertThat(evaluate(STRONG, "If-None-Match", "\"v2\"", "If-Modified-Since", Date.LATER.value))
        .isEqualTo(Result.PROCEED);
  }

  /** nginx: "if_modified_since exact". Rack: equality of strings. A later date must do as well. */
  @ParameterizedTest
  @MethodSource("datesNotBeforeTheChange")
  void ifModifiedSinceComparesTimesNotStrings(String date) {
    assertThat(evaluate(STRONG, "If-Modified-Since", date)).isEqualTo(Result.NOT_MODIFIED);
  }

  static Stream<String> datesNotBeforeTheChange() {
    return Stream.of(
        Date.EQUAL.value,
        Date.EQUAL_ASCTIME.value,
        Date.LATER.value,
        "Thursday, 01-Jan-26 00:00:10 GMT",
        "Sat, 01 Jan 2050 00:00:00 GMT");
  }
}
