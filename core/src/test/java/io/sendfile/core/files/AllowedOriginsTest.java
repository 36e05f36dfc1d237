package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedOriginsTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', any, where, true",
    "a, '', a, where, true",
    "a, '', A, where, false",
    "a, '', '', '', false",
    "'a, b', '', b, where, true",
    "'', 's1,s2', any, s2, true",
    "'', s1, any, s2, false",
    "a, s1, a, s1, true",
    "a, s1, a, s2, false",
    "a, s1, b, s1, false",
    "my app, '', my app, s, true"
  })
  void includesWhomBothListsAllow(
      String applications,
      String virtualServers,
      String application,
      String virtualServer,
      boolean included) {
    assertThat(
            AllowedOrigins.parse(applications, virtualServers)
                .include(new Origin(application, virtualServer)))
        .isEqualTo(included);
  }

  @Test
  void namesHaveNoSpaceAroundThemAndCountOnce() {
    assertThat(AllowedOrigins.parse(" a , b,a", " ").applications()).isEqualTo(Set.of("a", "b"));
    assertThat(AllowedOrigins.parse("", " ")).isEqualTo(AllowedOrigins.ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "a,", "a,,b", " , a", "a\nb"})
  void refusesWhatIsNoList(String text) {
    assertThat(AllowedOrigins.isList(text)).isFalse();
    assertThatThrownBy(() -> AllowedOrigins.parse(text, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be names separated by commas");
  }
}
