package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000, 999_999_999);

  /** Expected value: printf '1700000000.a=1' | openssl dgst -sha256 -hmac 0123456789abcdef. */
  private static final String EXPECTED =
      "t=1700000000,v1=01fc2d7473c2fde1daba11d69e18f0596c3383ff89eb2d3d8c9fb6cef62d7d61";

  @Test
  void isTheOneOtherProgramsMake() {
    assertThat(new Signature("0123456789abcdef").header(NOW, "a=1")).isEqualTo(EXPECTED);
  }

  @Test
  void dependsOnSecretTimeAndBody() {
    assertThat(new Signature("0123456789abcdeg").header(NOW, "a=1")).isNotEqualTo(EXPECTED);
    assertThat(new Signature("0123456789abcdef").header(NOW, "a=2")).isNotEqualTo(EXPECTED);
    assertThat(new Signature("0123456789abcdef").header(NOW.plusSeconds(1), "a=1"))
        .doesNotEndWith(EXPECTED.substring(EXPECTED.indexOf("v1")));
  }

  @Test
  void neverShowsItsSecret() {
    assertThat(new Signature("0123456789abcdef").toString()).doesNotContain("0123", "abc");
  }
}
