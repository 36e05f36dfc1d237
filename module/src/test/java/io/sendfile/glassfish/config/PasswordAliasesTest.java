package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasswordAliasesTest {
  private static final Map<String, String> PASSWORDS =
      Map.of("${ALIAS=token}", "a$1}\\b", "${ALIAS=host}", "shop");

  @ParameterizedTest
  @CsvSource({
    "https://h/?t=${ALIAS=token}&u=1, https://h/?t=a$1}\\b&u=1",
    "${ALIAS=token}, a$1}\\b",
    "https://${ALIAS=host}/${ALIAS=token}, https://shop/a$1}\\b",
    "${ALIAS=none}/x, ${ALIAS=none}/x",
    "${other}/}${ALIAS=, ${other}/}${ALIAS="
  })
  void areResolvedWhereverTheyStand(String value, String resolved) {
    assertThat(
            SettingsReader.PasswordAliases.resolve(
                value, alias -> PASSWORDS.getOrDefault(alias, alias)))
        .isEqualTo(resolved);
  }

  @Test
  void withoutServerTheyStay() {
    assertThat(SettingsReader.PasswordAliases.resolve("https://h/?t=${ALIAS=token}"))
        .isEqualTo("https://h/?t=${ALIAS=token}");
  }
}
