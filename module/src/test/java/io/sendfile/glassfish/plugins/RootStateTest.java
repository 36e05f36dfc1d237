package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootStateTest {
  @TempDir private Path folder;

  @Test
  void tellsFolderFromFileFromNothing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(RootState.of(folder)).isEqualTo(RootState.PRESENT);
    assertThat(RootState.of(file)).isEqualTo(RootState.NOT_A_FOLDER);
    assertThat(RootState.of(folder.resolve("none"))).isEqualTo(RootState.MISSING);
  }

  @Test
  void warnsOfTheWholeFileSystem() {
    assertThat(RootState.of(Path.of("/"))).isEqualTo(RootState.WHOLE_FILE_SYSTEM);
  }

  /** Folders with keys, certificates and passwords. */
  @Test
  void warnsOfAFolderWithTheConfigurationOfADomain() throws IOException {
    Path domain = folder.toRealPath().resolve("domains/domain1");
    Path config = Files.createDirectories(domain.resolve("config"));
    Path elsewhere = Files.createSymbolicLink(folder.resolve("link"), domain);
    Files.createDirectory(config.resolve("keys"));
    Files.createDirectory(domain.resolve("docroot"));

    for (Path root : List.of(folder, elsewhere, domain, config, config.resolve("keys"))) {
      assertThat(RootState.of(root, domain)).as("%s", root).isEqualTo(RootState.HOLDS_A_DOMAIN);
    }
    assertThat(RootState.of(domain.resolve("docroot"), domain)).isEqualTo(RootState.PRESENT);
    assertThat(RootState.of(domain, null)).isEqualTo(RootState.PRESENT);
    Files.createFile(config.resolve("domain.xml"));
    assertThat(RootState.of(domain, null)).isEqualTo(RootState.HOLDS_A_DOMAIN);
    assertThat(RootState.of(config, null)).isEqualTo(RootState.HOLDS_A_DOMAIN);
  }
}
