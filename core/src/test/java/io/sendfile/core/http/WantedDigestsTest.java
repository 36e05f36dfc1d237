package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Want-Repr-Digest. */
class WantedDigestsTest {
  private static Map<String, Integer> read(String... fields) {
    return WantedDigests.read(List.of(fields));
  }

  @Test
  void weightsAreByAlgorithm() {
    assertThat(read("sha-256=10, sha-512=3,unixsum=0"))
        .isEqualTo(Map.of("sha-256", 10, "sha-512", 3, "unixsum", 0));
    assertThat(read()).isEmpty();
  }

  @Test
  void fieldsOfSeveralLinesAreOneAndTheLastValueCounts() {
    assertThat(read("sha-512=9", "sha-512=0, sha-256=1"))
        .isEqualTo(Map.of("sha-512", 0, "sha-256", 1));
  }

  @Test
  void parametersAreSkipped() {
    assertThat(read("sha-256=1;q=\"a, sha-512=9\", sha-512=0;x"))
        .isEqualTo(Map.of("sha-256", 1, "sha-512", 0));
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
  void malformedFieldsAreNoWish(String field) {
    assertThat(read(field)).isEmpty();
  }
}
