package io.sendfile.glassfish.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The page docs/reference.md agrees with the table of settings. With {@code -Dreference.write=true}
 * it is written anew.
 */
class ReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference.md");

  @Test
  void pageIsMadeOfTheTable() throws IOException {
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(PAGE, ReferencePage.text());
    }
    assertThat(PAGE)
        .as("written anew by mvn -pl module test -Dtest=ReferenceTest -Dreference.write=true")
        .content()
        .isEqualTo(ReferencePage.text());
  }
}
