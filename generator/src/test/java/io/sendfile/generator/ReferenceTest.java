package io.sendfile.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Agreement of docs/reference.md with the table; {@code -Dreference.write=true} writes it anew. */
class ReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference.md");

  @Test
  void repeatsTheTable() throws IOException {
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(PAGE, ReferencePage.text());
    } else {
      assertThat(Files.readString(PAGE))
          .as(
              "written anew by mvn -pl generator -am test -Dtest=ReferenceTest -Dreference.write=true")
          .isEqualTo(ReferencePage.text());
    }
  }
}
