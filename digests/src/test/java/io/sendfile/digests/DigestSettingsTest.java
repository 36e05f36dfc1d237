package io.sendfile.digests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties of the plug-in. */
class DigestSettingsTest {
  @Test
  void defaultsReadNoFile() {
    assertThat(DigestSettings.of(Map.of()))
        .isEqualTo(new DigestSettings(true, true, true, 0, 20_000_000, 10_000, 60));
  }

  @Test
  void eachCanBeSet() {
    assertThat(
            DigestSettings.of(
                Map.of(
                    "sidecar-files", "false",
                    "extended-attributes", "false",
                    "store-checksums", "false",
                    "background-requests", "3",
                    "background-bytes-per-second", "10000",
                    "known-files", "1",
                    "recheck-seconds", "86400")))
        .isEqualTo(new DigestSettings(false, false, false, 3, 10_000, 1, 86_400));
  }

  @ParameterizedTest
  @CsvSource({
    "sidecar-files, yes, 'sidecar-files must be true or false, not \"yes\"'",
    "background-requests, -1, background-requests must be a number from 0 to 1000000",
    "background-bytes-per-second, 9999, from 10000 to 2000000000",
    "known-files, 99999999999, 'not \"99999999999\"; the default is 10000'",
    "recheck-seconds, '', from 1 to 86400"
  })
  void wrongOnesAreToldWithWhatIsAllowed(String name, String value, String told) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DigestSettings.of(Map.of(name, value)))
        .withMessageContaining(told);
  }
}
