package io.sendfile.core.files;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WildcardsTest {
  @ParameterizedTest
  @CsvSource({
    "*, '', true",
    "'', '', true",
    "'', a, false",
    "a*b*c, aXbYbZc, true",
    "a*b*c, aXbYbZ, false",
    "*film*, media:film-3.mp4, true",
    "a?c, abc, false",
    "a?c, a?c, true",
    "ab*ba, aba, false",
    "*aab*, aaab, true",
    "**a**, a, true",
    ".*, a, false",
    "\\Q*\\E, \\Qx\\E, true",
    "Film, film, false"
  })
  void starStandsForAnyCharactersAndNothingElseDoes(String pattern, String text, boolean fits) {
    assertThat(new Wildcards(pattern, false).matches(text)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({
    "FILM*, film-3, true",
    "*ÄÖ*, xäöx, true",
    "strasse, STRASSE, true",
    "fim, film, false"
  })
  void caseDoesNotCountWhereItIsSaid(String pattern, String text, boolean fits) {
    assertThat(new Wildcards(pattern, true).matches(text)).isEqualTo(fits);
  }

  /** A rule with a part that occurs half at each place would take an hour for these. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(value = 20, unit = SECONDS)
  void timeGrowsWithTheSumOfBothLengths(boolean anyCase) {
    String text = "a".repeat(2_000_000);
    String half = "a".repeat(1_000_000);
    assertThat(new Wildcards("*" + half + "b*", anyCase).matches(text)).isFalse();
    assertThat(new Wildcards("*" + half + "*b", anyCase).matches(text)).isFalse();
    assertThat(new Wildcards("*" + half + "*" + half, anyCase).matches(text)).isTrue();
    assertThat(new Wildcards("*a".repeat(1_000_000) + "b", anyCase).matches(text)).isFalse();
    assertThat(new Wildcards("*a".repeat(1_000_000), anyCase).matches(text)).isTrue();
  }

  @SeededTest
  void agreesWithRegularExpressions(SplittableRandom random) {
    for (int i = 0; i < 20_000; i++) {
      String pattern = any(random, "ab*", 9);
      String text = any(random, "abA", 12);
      boolean fits =
          Pattern.compile(pattern.replace("*", ".*"), Pattern.CASE_INSENSITIVE)
              .matcher(text)
              .matches();
      assertThat(new Wildcards(pattern, true).matches(text))
          .as("%s for %s", pattern, text)
          .isEqualTo(fits);
    }
  }

  private static String any(SplittableRandom random, String letters, int most) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most); length > 0; length--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
