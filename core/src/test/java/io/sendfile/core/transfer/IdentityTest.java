package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "alice smith", "192.0.2.1", "J\u00f6rg", "\u202e"})
  void namesAreTexts(String name) {
    assertThat(Identity.isName(name)).isTrue();
    assertThat(new Identity("shop", name)).isNotEqualTo(new Identity("docs", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "a\u0085b", "\0"})
  void othersAreNone(String name) {
    assertThat(Identity.isName(name)).isFalse();
    assertThat(Identity.isName("a".repeat(128))).isTrue();
    assertThat(Identity.isName("a".repeat(129))).isFalse();
  }
}
