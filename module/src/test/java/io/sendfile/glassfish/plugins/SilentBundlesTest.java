package io.sendfile.glassfish.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SilentBundlesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "io.sendfile.spi | true",
        "jakarta.inject,io.sendfile.spi;version=\"[1,2)\",org.jvnet.hk2.annotations | true",
        "org.example;x=\"a, io.sendfile.spi2\" | false",
        "io.sendfile.spi,io.sendfile.core.stats;sendfile=internal | false",
        "io.sendfile.spiral | false",
        "org.example | false",
      })
  void plugInImportsTheContractsOnly(String imports, boolean plugIn) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(new Attributes.Name("Import-Package"), imports);

    assertThat(SilentBundles.isPlugIn(manifest)).isEqualTo(plugIn);
    assertThat(SilentBundles.isPlugIn(new Manifest())).isFalse();
  }

  @Test
  void serviceIsOneWithAContractOfPlugIns() throws IOException {
    assertThat(SilentBundles.hasService(jar(null))).isFalse();
    assertThat(SilentBundles.hasService(jar("[a.B]S\ncontract={a.C}\n"))).isFalse();
    assertThat(SilentBundles.hasService(jar("[a.B]S\ncontract={io.sendfile.spi.FileStore}\n")))
        .isTrue();
  }

  @Test
  void whatCannotBeReadIsNotJudged() {
    assertThat(SilentBundles.hasService(new URI[] {URI.create("bundle://7")})).isTrue();
    assertThat(SilentBundles.hasService(new URI[] {folder.resolve("none").toUri()})).isTrue();
  }

  private URI[] jar(String services) throws IOException {
    Path file = folder.resolve("a bundle.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      if (services != null) {
        jar.putNextEntry(new JarEntry("META-INF/hk2-locator/default"));
        jar.write(services.getBytes(UTF_8));
        jar.closeEntry();
      }
    }
    return new URI[] {file.toUri()};
  }
}
