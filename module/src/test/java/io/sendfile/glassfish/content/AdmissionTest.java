package io.sendfile.glassfish.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
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
  void admitsWhomBothListsAdmit(
      String applications,
      String virtualServers,
      String application,
      String virtualServer,
      boolean admitted) {
    assertThat(Admission.parse(applications, virtualServers).admits(application, virtualServer))
        .isEqualTo(admitted);
  }

  @Test
  void namesHaveNoSpaceAroundThemAndCountOnce() {
    assertThat(Admission.parse(" a , b,a", " ").applications()).isEqualTo(Set.of("a", "b"));
    assertThat(Admission.parse("", " ")).isEqualTo(Admission.ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "a,", "a,,b", " , a", "a\nb"})
  void refusesWhatIsNoList(String text) {
    assertThat(Admission.isList(text)).isFalse();
    assertThatThrownBy(() -> Admission.parse(text, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be names separated by commas");
  }
}
