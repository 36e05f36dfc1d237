package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.spi.PlugIn.Property;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlugInPropertyTest {
  private static final Property SIZE = Property.of("cache-bytes", "most bytes on disk", "10Gi");

  @Test
  void valueIsTheOneThatIsSetOrTheUsualOneInDigits() {
    assertThat(SIZE.in(Map.of("cache-bytes", "5M"))).isEqualTo("5000000");
    assertThat(SIZE.in(Map.of("cache-bytes", " "))).isEqualTo("10737418240");
    assertThat(SIZE.in(Map.of())).isEqualTo("10737418240");
    assertThat(Property.needed("url", "where to").in(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "hmac-secret, true",
    "secret-key, true",
    "Password, true",
    "api-key, true",
    "privateKey, true",
    "auth-token, true",
    "credentials, true",
    "keys, true",
    "access-key, false",
    "known-files, false",
    "path, false",
  })
  void nameTellsWhetherItIsASecret(String name, boolean secret) {
    assertThat(Property.of(name, "", "").isSecret()).isEqualTo(secret);
  }

  @Test
  void unknownNameIsRefusedWithThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                PlugIn.requireKnown(List.of(SIZE, Property.of("a", "", "")), Set.of("cache-byte")))
        .withMessage("there is no property cache-byte; there are a, cache-bytes");
  }
}
