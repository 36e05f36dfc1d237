package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.DigestAlgorithm.SHA_512;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Wishes of a client against what is known. */
class PreferencesTest {
  private static final String SHORT = "sha-256=:QQ==:";
  private static final String LONG = "sha-512=:Qg==:";
  private static final Map<DigestAlgorithm, String> BOTH =
      new EnumMap<>(Map.of(SHA_256, "QQ==", SHA_512, "Qg=="));

  private static @Nullable String choose(Map<String, Integer> wanted) {
    return new Preferences(wanted).choose(BOTH);
  }

  @Test
  void allAreSentToWhoWantsNone() {
    assertThat(choose(Map.of())).isEqualTo(SHORT + ", " + LONG);
    assertThat(new Preferences(Map.of()).choose(Map.of())).isNull();
  }

  @Test
  void theMostPreferredOneIsSent() {
    assertThat(choose(Map.of("sha-256", 10, "sha-512", 3, "unixsum", 1))).isEqualTo(SHORT);
    assertThat(choose(Map.of("sha-256", 1, "sha-512", 2))).isEqualTo(LONG);
    assertThat(choose(Map.of("sha-256", 5, "sha-512", 5))).isEqualTo(SHORT);
  }

  @Test
  void zeroIsNotAcceptable() {
    assertThat(choose(Map.of("sha-256", 0, "sha-512", 1))).isEqualTo(LONG);
    assertThat(choose(Map.of("sha-256", 0))).isEqualTo(LONG);
    assertThat(choose(Map.of("sha-256", 0, "sha-512", 0))).isNull();
  }

  @Test
  void whatIsKnownIsSentToWhoNamesOthersOnly() {
    assertThat(choose(Map.of("md5", 10))).isEqualTo(SHORT);
    assertThat(choose(Map.of("sha-512", 1))).as("named ones first").isEqualTo(LONG);
    assertThat(new Preferences(Map.of("sha-512", 1)).choose(Map.of(SHA_256, "QQ==")))
        .isEqualTo(SHORT);
  }
}
