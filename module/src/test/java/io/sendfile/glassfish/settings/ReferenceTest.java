package io.sendfile.glassfish.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the documents say of the settings is what the table says. With {@code
 * -Dreference.write=true} docs/reference.md is written anew.
 */
class ReferenceTest {
  private static final Path PROJECT = Path.of("..");
  private static final Path PAGE = PROJECT.resolve("docs").resolve("reference.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z-]+)` \\| `?([^|`]+)`? \\|", Pattern.MULTILINE);

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

  @Test
  void defaultsInTheReadmeAreThoseOfTheTable() throws IOException {
    Matcher row = ROW.matcher(Files.readString(PROJECT.resolve("README.md")));
    List<String> told = new ArrayList<>();
    while (row.find()) {
      for (Setting setting : Setting.of(Element.CONFIG)) {
        if (setting.attribute().equals(row.group(1))) {
          assertThat(row.group(2)).as(setting.attribute()).isEqualTo(setting.defaultValue());
          told.add(setting.attribute());
        }
      }
    }
    assertThat(told).contains("buffer-policy", "buffer-bytes", "slab-bytes");
  }
}
