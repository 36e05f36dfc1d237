package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"a\"",
        "W/\"a\"",
        "W/\"\"",
        "\"xyzzy,r2d2xxxx\"",
        "\"back\\\"",
        "\"W/\"",
        "\"\u0080\u00e9\u00ff\"",
        "\"*\"",
        "\"!#$%&'()+-./:;<=>?@[]^_`{|}~\""
      })
  void readsATagAndWritesItUnchanged(String text) {
    assertThat(EntityTag.parse(text)).hasValueSatisfying(tag -> assertThat(tag).hasToString(text));
    assertThat(EntityTag.parse(" \t" + text + " ")).isEqualTo(EntityTag.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "\"",
        "\"a",
        "a\"",
        "w/\"a\"",
        "W/ \"a\"",
        "W/a",
        "W/",
        "'a'",
        "\"a\"b",
        "\"a\"\"b\"",
        "\"a\", \"b\"",
        "\"a b\"",
        "\"a\tb\"",
        "\"a\u007f\"",
        "\"\u0100\"",
        "*",
        "\"a\n\"",
        "\"\u0000\""
      })
  void readsNothingFromWhatIsNoSingleTag(String text) {
    assertThat(EntityTag.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"a\"|\"a\"",
        "\"a\", \"b\"|\"a\" \"b\"",
        "\"a\",\"b\",W/\"c\"|\"a\" \"b\" W/\"c\"",
        "  ,, \"a\" ,\t, \"b\",|\"a\" \"b\"",
        "\"a,b\", \"c\"|\"a,b\" \"c\"",
        "bare, \"a\"|\"a\"",
        "\"a\" junk, \"b\"|\"b\"",
        "junk \"a\", \"b\"|\"b\"",
        "\"a\", \"b\" junk|\"a\"",
        "w/\"a\", W/\"b\"|W/\"b\"",
        "*, \"a\"|\"a\"",
        "\"open, \"b\"|\"b\"",
        "``|``",
        ",|``",
        "\"a\" \"b\", \"c\"|\"c\"",
      })
  void readsTheTagsOfAListAndPassesOverTheRest(String field, String expected) {
    String read =
        EntityTag.parseList(List.of(field)).stream()
            .map(EntityTag::toString)
            .collect(Collectors.joining(" "));
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void joinsTheFieldsOfOneName() {
    assertThat(EntityTag.parseList(Arrays.asList("\"a\"", "", "\"b\", \"c\"")))
        .extracting(EntityTag::opaque)
        .containsExactly("a", "b", "c");
  }

  /** The table of RFC 9110 section 8.8.3.2. */
  @ParameterizedTest
  @CsvSource({
    "W/\"1\",W/\"1\",false,true",
    "W/\"1\",W/\"2\",false,false",
    "W/\"1\",\"1\",false,true",
    "\"1\",W/\"1\",false,true",
    "\"1\",\"1\",true,true",
    "\"1\",\"2\",false,false",
    "\"a\",\"A\",false,false"
  })
  void comparesStronglyAndWeakly(String one, String other, boolean strongly, boolean weakly) {
    EntityTag first = EntityTag.parse(one).orElseThrow();
    EntityTag second = EntityTag.parse(other).orElseThrow();
    assertThat(first.matchesStrongly(second)).isEqualTo(strongly);
    assertThat(first.matchesWeakly(second)).isEqualTo(weakly);
  }

  @Test
  void makesTagsOfOtherStrengthAndOfOtherCodings() {
    EntityTag tag = new EntityTag(false, "a");
    assertThat(tag.asWeak()).hasToString("W/\"a\"");
    assertThat(tag.asWeak().asWeak()).hasToString("W/\"a\"");
    assertThat(tag.withSuffix("-gz")).hasToString("\"a-gz\"");
    assertThat(tag.withSuffix("")).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "a b", "\r", "\u0000", "\u0100", "\u007f"})
  void cannotBeMadeOfCharactersThatWouldBreakTheHeader(String opaque) {
    assertThatThrownBy(() -> new EntityTag(false, opaque))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
