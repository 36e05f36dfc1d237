package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityTest {
  /** Fields of RFC 9218, and of browsers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none               | 3 | true",
        "''                 | 3 | false",
        "u=0                | 0 | false",
        "u=5, i             | 5 | true",
        "u=1,i              | 1 | true",
        "i                  | 3 | true",
        "i, u=7             | 7 | true",
        "u=4, i=?0          | 4 | false",
        "i=?1               | 3 | true",
      })
  void isWhatTheClientAsksFor(String field, int urgency, boolean incremental) {
    assertThat(Priority.asked(field)).isEqualTo(new Priority(urgency, incremental));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u=1, x            | 1 | false",
        "x=\"a, u=0\", u=2 | 2 | false",
        "x=\"\\\", u=0\", i | 3 | true",
        "x=(a \"b c\";d=1), u=4 | 4 | false",
        "x=%\"%c3%bc\", u=4 | 4 | false",
        "x=:aGk=:, y=@165, z=-1.5, *k=t/*, u=6 | 6 | false",
        "u=2;x=1;y, i;z    | 2 | true",
        "u=2; x=1          | 2 | false",
        "x=( a b), u=4     | 4 | false",
        "x=!, u=4          | 4 | false",
        "az=1, a0_9-.=1, u=6 | 6 | false",
        "u=1 \t, \t i      | 1 | true",
        "u=1, u=2          | 2 | false",
        "i, i=?0           | 3 | false",
      })
  void unknownKeysAndParametersAreSkipped(String field, int urgency, boolean incremental) {
    assertThat(Priority.asked(field)).isEqualTo(new Priority(urgency, incremental));
  }

  @ParameterizedTest
  @CsvSource({
    "u=8",
    "u=-1",
    "u=2.0",
    "u=\"1\"",
    "u=high",
    "u",
    "u=(1)",
    "i=1",
    "i=yes",
    "'u=1, u=9'",
  })
  void valuesOfOtherTypesOrOutOfRangeMeanNothing(String field) {
    assertThat(Priority.asked(field)).isEqualTo(new Priority(3, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u=1,",
        ",u=1",
        "u=1,,i",
        "U=1",
        "u =1",
        "u=",
        "u= 1",
        "u=1;",
        "u=1 i",
        "x=\"a, u=1",
        "u=1, x=\"a",
        "u=1, x=%",
        "x=(a, u=1",
        "x=%a, u=1",
        "1=u, u=1",
        "u=1, \u00fc",
      })
  void malformedFieldIsIgnored(String field) {
    assertThat(Priority.asked(field)).isEqualTo(new Priority(3, false));
  }

  /** RFC 9218 section 8. */
  @Test
  void applicationOverridesWhatItSaysAndNothingElse() {
    Priority asked = Priority.asked("u=5, i");
    assertThat(asked.overriddenBy("u=1")).isEqualTo(new Priority(1, true));
    assertThat(asked.overriddenBy("i=?0")).isEqualTo(new Priority(5, false));
    assertThat(asked.overriddenBy("u=9, x")).isEqualTo(asked);
    assertThat(asked.overriddenBy("u=1,")).isEqualTo(asked);
    assertThat(asked.overriddenBy(null)).isEqualTo(asked);
  }

  @Test
  void linesOfFieldAreOneDictionary() {
    assertThat(Priority.field(List.of())).isNull();
    assertThat(Priority.asked(Priority.field(List.of("u=2", "i"))))
        .isEqualTo(new Priority(2, true));
  }
}
