package io.sendfile.operations.problems;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootStateTest {
  private static final Path HOME = Path.of("/nosuch/alice");

  @TempDir private Path folder;

  @Test
  void tellsFolderFromFileFromNothing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(RootState.of(folder, null)).isEqualTo(RootState.PRESENT);
    assertThat(RootState.of(file, null)).isEqualTo(RootState.NOT_A_FOLDER);
    assertThat(RootState.of(folder.resolve("none"), null)).isEqualTo(RootState.MISSING);
  }

  /** A loop of links fails as a lost share does: with a message only. */
  @Test
  void failureIsNoMissingFolder() throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertThat(RootState.of(loop, null)).isEqualTo(RootState.FAILING);
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(RootState.of(file.resolve("none"), null)).isEqualTo(RootState.MISSING);
  }

  @Test
  void warnsOfTheWholeFileSystem() {
    assertThat(RootState.of(Path.of("/"), null)).isEqualTo(RootState.WHOLE_FILE_SYSTEM);
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
      assertThat(RootState.of(root, domain, HOME))
          .as("%s", root)
          .isEqualTo(RootState.HOLDS_A_DOMAIN);
    }
    assertThat(RootState.of(domain.resolve("docroot"), domain, HOME)).isEqualTo(RootState.PRESENT);
    assertThat(RootState.of(domain, null, HOME)).isEqualTo(RootState.PRESENT);
    Files.createFile(config.resolve("domain.xml"));
    assertThat(RootState.of(domain, null, HOME)).isEqualTo(RootState.HOLDS_A_DOMAIN);
    assertThat(RootState.of(config, null, HOME)).isEqualTo(RootState.HOLDS_A_DOMAIN);
  }

  @Test
  void warnsOfDeployedApplications() throws IOException {
    Path application = Files.createDirectories(folder.resolve("applications/shop"));

    assertThat(RootState.of(application, folder, HOME)).isEqualTo(RootState.HOLDS_APPLICATIONS);
  }

  @Test
  void warnsOfTheSystem() {
    assertThat(RootState.of(Path.of("/etc"), null)).isEqualTo(RootState.HOLDS_THE_SYSTEM);
  }

  @Test
  void warnsOfAHomeAndOfAFolderAroundIt() throws IOException {
    Path home = Files.createDirectories(folder.resolve("homes/alice"));
    Path films = Files.createDirectory(home.resolve("films"));

    assertThat(RootState.of(home, null, home)).isEqualTo(RootState.HOLDS_A_HOME);
    assertThat(RootState.of(folder, null, home)).isEqualTo(RootState.HOLDS_A_HOME);
    assertThat(RootState.of(films, null, home)).isEqualTo(RootState.PRESENT);
  }

  @Test
  void rootThatExposesPrivateFilesServesAllTheSame() {
    assertThat(RootState.WHOLE_FILE_SYSTEM.exposes()).isTrue();
    assertThat(RootState.HOLDS_A_HOME.serves()).isTrue();
    assertThat(RootState.PRESENT.exposes()).isFalse();
    assertThat(RootState.MISSING.exposes()).isFalse();
  }
}
