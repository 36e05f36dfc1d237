package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "/srv/a", "Grüße, 日本 \uD83D\uDE00", "${com.sun.aas.instanceName}"})
  void holdsText(String text) {
    assertThat(XmlText.fault("path", text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000", "\u0001", "\t", "\n", "\r", "\u007F", "\u0085", "\u2028", "\uD83D", "\uDE00",
        "\uFFFE", "\uFFFF"
      })
  void namesWhatItCannotHoldByItsNumberAndPlace(String wrong) {
    assertThat(XmlText.fault("path", "/\uD83D\uDE00/" + wrong + "b"))
        .hasValue(
            "path has the character U+%04X at position 4; domain.xml holds no control characters and no line breaks"
                .formatted((int) wrong.charAt(0)));
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void noSettingHoldsIt(Setting setting) {
    for (String value : new String[] {"/srv/a\u0001b", "a\nb", "${x}\u0002", "\uFFFFa"}) {
      assertThat(setting.problem(value, KnownNames.BUILT_IN)).as(setting.name()).isPresent();
      assertThat(setting.problemAsWritten(value, KnownNames.BUILT_IN))
          .hasValueSatisfying(
              sentence ->
                  assertThat(sentence)
                      .startsWith(setting.attribute() + " has the character U+")
                      .doesNotContain(value));
    }
  }
}
