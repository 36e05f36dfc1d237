package io.sendfile.core.files;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Root.HiddenFiles;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  @Timeout(value = 20, unit = SECONDS)
  void sixtyStarsTakeNoLongerThanOne() {
    String text = "a".repeat(100_000);
    assertThat(new Wildcards("a*".repeat(60) + "b", false).matches(text)).isFalse();
    assertThat(new Wildcards("*a".repeat(60) + "b", true).matches(text)).isFalse();
    assertThat(new Wildcards("*a".repeat(60), false).matches(text)).isTrue();
    assertThat(HiddenFiles.parse("?*".repeat(60) + "b").matches(text)).isFalse();
  }

  @Test
  void agreesWithRegularExpressions() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String pattern = any(random, "ab*", 8);
      String text = any(random, "abA", 10);
      boolean fits =
          Pattern.compile(pattern.replace("*", ".*"), Pattern.CASE_INSENSITIVE)
              .matcher(text)
              .matches();
      assertThat(new Wildcards(pattern, true).matches(text))
          .as("%s for %s", pattern, text)
          .isEqualTo(fits);
    }
  }

  private static String any(Random random, String letters, int most) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most); length > 0; length--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
