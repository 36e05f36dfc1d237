package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.Escapes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RootTest {
  private static final Path FOLDER = Path.of("").toAbsolutePath().normalize();

  private static Root withPrefix(String prefix) {
    return new Root(
        "r",
        FOLDER,
        SymlinkPolicy.NONE,
        HiddenFiles.DEFAULT,
        true,
        prefix,
        true,
        AllowedOrigins.ALL,
        null,
        null);
  }

  @Test
  void hasNoPrefixAndNoDeletionUnlessAskedFor() {
    Root root = new Root("r", FOLDER, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    assertThat(root.uriPrefix()).isNull();
    assertThat(root.allowDelete()).isFalse();
    assertThat(root.origins()).isEqualTo(AllowedOrigins.ALL);
    assertThat(root.marker()).isNull();
    assertThat(withPrefix("/p/").uriPrefix()).isEqualTo("/p/");
  }

  @Test
  void refusesPrefixThatCouldNotMatchOrCouldLeaveTheRoot() {
    for (String prefix : new String[] {"", "p/", "/p", "//", "/../", "/a/./", "/%41/", "/\0/"}) {
      assertThatThrownBy(() -> withPrefix(prefix))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("URI prefix '" + Escapes.forLog(prefix) + "' of root 'r'")
          .hasMessageContaining("must begin and end with /");
    }
  }

  @Test
  void namesHaveAsciiLettersDigitsDotUnderscoreAndHyphenOnly() {
    for (int c = 0; c < 0x180; c++) {
      String name = "a" + (char) c;
      assertThat(Root.isName(name, 2)).as(name).isEqualTo(name.matches("[A-Za-z0-9._-]+"));
    }
    assertThat(Root.isName(":x", 0)).isFalse();
    assertThat(Root.isName("a:x", 1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    ".mounted, true",
    "d/e, true",
    "'', false",
    "/etc/fstab, false",
    "../up, false",
    "d/../e, false",
    "., false"
  })
  void markerFileLiesBelowTheFolder(String name, boolean allowed) {
    assertThat(Root.isMarkerFile(name)).isEqualTo(allowed);
  }
}
