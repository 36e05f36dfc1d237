package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.DigestAlgorithm.SHA_512;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Want-Repr-Digest against what is known. */
class PreferencesTest {
  private static final String SHORT = "sha-256=:QQ==:";
  private static final String LONG = "sha-512=:Qg==:";
  private static final Map<DigestAlgorithm, String> BOTH =
      new EnumMap<>(Map.of(SHA_256, "QQ==", SHA_512, "Qg=="));

  private static @Nullable String choose(String... fields) {
    return Preferences.of(List.of(fields)).choose(BOTH);
  }

  @Test
  void allAreSentToWhoWantsNone() {
    assertThat(choose()).isEqualTo(SHORT + ", " + LONG);
    assertThat(Preferences.of(List.of()).choose(Map.of())).isNull();
  }

  @Test
  void theMostPreferredOneIsSent() {
    assertThat(choose("sha-256=10, sha-512=3, unixsum=1")).isEqualTo(SHORT);
    assertThat(choose("sha-256=1,sha-512=2")).isEqualTo(LONG);
    assertThat(choose("sha-256=5, sha-512=5")).isEqualTo(SHORT);
  }

  @Test
  void fieldsOfSeveralLinesAreOne() {
    assertThat(choose("sha-256=1", "sha-512=2")).isEqualTo(LONG);
    assertThat(choose("sha-512=9", "sha-512=0, sha-256=1")).as("the last counts").isEqualTo(SHORT);
  }

  @Test
  void zeroIsNotAcceptable() {
    assertThat(choose("sha-256=0, sha-512=1")).isEqualTo(LONG);
    assertThat(choose("sha-256=0")).isEqualTo(LONG);
    assertThat(choose("sha-256=0, sha-512=0")).isNull();
  }

  @Test
  void whatIsKnownIsSentToWhoNamesOthersOnly() {
    assertThat(choose("md5=10")).isEqualTo(SHORT);
    assertThat(choose("sha-512=1")).as("named ones first").isEqualTo(LONG);
    assertThat(Preferences.of(List.of("sha-512=1")).choose(Map.of(SHA_256, "QQ==")))
        .isEqualTo(SHORT);
  }

  @Test
  void parametersAreSkipped() {
    assertThat(choose("sha-256=1;q=\"a, sha-512=9\", sha-512=0;x")).isEqualTo(SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "sha-512=11",
        "sha-512=-1",
        "sha-512=1.0",
        "sha-512=\"1\"",
        "sha-512",
        "sha-512=",
        "sha-512=1,",
        "sha-512=1 sha-256=0",
        "SHA-512=1",
        "sha-512=1, md5=?1",
        "sha-512=(1)",
        "sha-512=99999999999999999999",
        "sha-512=\u0661"
      })
  void malformedFieldsAreIgnored(String field) {
    assertThat(choose(field)).isEqualTo(SHORT + ", " + LONG);
  }
}
