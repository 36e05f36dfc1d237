package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.answers.CommandLine;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyTextTest {
  @ParameterizedTest
  @CsvSource({
    "a=b, {a=b}",
    "a=b:c=d, '{a=b, c=d}'",
    "a=:c=d, '{a=, c=d}'",
    "a=, {a=}",
    "' a = b : c = d ', '{a=b, c=d}'",
    "u=https\\://h\\:1/p?q=r, {u=https://h:1/p?q=r}",
    "a\\=b=c, {a=b=c}",
    "a=b\\\\:c=d, '{a=b\\, c=d}'",
    "a=b\\, {a=b\\}",
    "a=1:a=2, {a=2}",
    "'', {}"
  })
  void readsNamesAndValues(String text, String properties) throws RefusedException {
    assertThat(SetSendfilePlugin.PropertyText.parse(text)).hasToString(properties);
  }

  @Test
  void readsWhatTheConsoleWrites() throws RefusedException {
    Map<String, String> each =
        new TreeMap<>(
            Map.of("url", "https://h:1/p?q=r", "folder", "C:\\a", "gone", "", "a=b:", "c"));

    assertThat(SetSendfilePlugin.PropertyText.parse(CommandLine.properties(each))).isEqualTo(each);
    assertThat(CommandLine.properties(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "=b", "a=b:c", "a=b::c=d", "a:b=c", " : "})
  void refusesWhatIsNoProperty(String text) {
    assertThatThrownBy(() -> SetSendfilePlugin.PropertyText.parse(text))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("property must be name=value:name=value");
  }

  @Test
  void namesTheColonThatNeedsABackslash() {
    assertThatThrownBy(
            () -> SetSendfilePlugin.PropertyText.parse("a=b:destination-url=https://example.org"))
        .hasMessageContaining("a backslash before each ':'")
        .hasMessageContaining("(found \"//example.org\")");
  }
}
