package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenFilesTest {
  @ParameterizedTest
  @ValueSource(strings = {".git", ".htpasswd", "WEB-INF", "web-inf", "Meta-Inf"})
  void hidesDotfilesAndDescriptorsByDefault(String element) {
    assertThat(HiddenFiles.DEFAULT.matches(element)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.txt", "WEB-INF2", "x.git", "web"})
  void showsTheRestByDefault(String element) {
    assertThat(HiddenFiles.DEFAULT.matches(element)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "*.bak,a.bak,true", "*.bak,a.bak.txt,false", "a?c,abc,true", "a?c,ac,false",
        "a*b*c,aXbYbZc,true",
    "a*b*c,aXbYbZ,false", "*,anything,true", "Secret,secret,false", "a**,a,true", "a.c,abc,false",
    "web-inf,WEB-INF,true"
  })
  void matchesGlobs(String pattern, String element, boolean hidden) {
    assertThat(HiddenFiles.parse(pattern).matches(element)).isEqualTo(hidden);
  }

  @Test
  void readsBackItsOwnText() {
    HiddenFiles parsed = HiddenFiles.parse(" .* , WEB-INF,*.bak ");
    assertThat(parsed).hasToString(".*,WEB-INF,*.bak");
    assertThat(HiddenFiles.parse(parsed.toString())).isEqualTo(parsed);
    assertThat(HiddenFiles.parse(HiddenFiles.DEFAULT.toString())).isEqualTo(HiddenFiles.DEFAULT);
  }

  @Test
  void manyStarsTakeNoLongerThanOne() {
    assertThat(HiddenFiles.parse("?*".repeat(60) + "b").matches("a".repeat(10_000))).isFalse();
  }

  @Test
  void hidesNothingWhenTheListIsEmpty() {
    assertThat(HiddenFiles.parse(" ")).isEqualTo(new HiddenFiles(List.of()));
    assertThat(HiddenFiles.parse("").matches(".git")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "[a-z]", "{a}", ".*,,b", "a,", "a\nb"})
  void refusesWhatIsNoGlobOfOneName(String list) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HiddenFiles.parse(list))
        .withMessageStartingWith("hidden: ")
        .withMessageContaining(".*,WEB-INF")
        .withMessageNotContainingAny("\n");
  }
}
