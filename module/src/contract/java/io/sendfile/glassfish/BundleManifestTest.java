package io.sendfile.glassfish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Exports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The manifest as bnd wrote it. An import that the server cannot resolve keeps the server from
 * booting; so each import must exist in GlassFish 7 and in GlassFish 8, and name no version.
 */
class BundleManifestTest {
  private static final Path MANIFEST = Path.of("target/bundle/META-INF/MANIFEST.MF");
  private static final String EXPORTED = "exported-by-glassfish-7-and-8.txt";

  private final Attributes headers = readManifest();

  @Test
  void importsNameNoVersion() {
    assertThat(header("Import-Package")).doesNotContain("version");
  }

  @Test
  void importsOnlyWhatBothServersExport() {
    Set<String> exported = exportedByBothServers();
    assertThat(importedPackages())
        .allSatisfy(
            name ->
                assertThat(
                        exported.contains(name)
                            || isJavaPlatformPackage(name)
                            || isHealthOfMicroProfile(name))
                    .as(
                        "%s: see that glassfish/modules of GlassFish 7 and 8 exports it, then add"
                            + " it to %s",
                        name, EXPORTED)
                    .isTrue());
  }

  /** An export without a mandatory attribute is visible to each application. */
  @Test
  void exportsThePluginContractsOnlyToApplications() {
    assertThat(header("Export-Package").replaceAll("\"[^\"]*\"", "").split(",", -1))
        .filteredOn(clause -> !clause.contains(";mandatory:=sendfile"))
        .singleElement()
        .satisfies(clause -> assertThat(clause).startsWith("io.sendfile.spi"));
  }

  private List<String> importedPackages() {
    return packagesOf("Import-Package");
  }

  private List<String> packagesOf(String header) {
    String withoutQuotedLists = header(header).replaceAll("\"[^\"]*\"", "");
    return Arrays.stream(withoutQuotedLists.split(",", -1))
        .map(clause -> clause.split(";", -1)[0].strip())
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private String header(String name) {
    return Objects.toString(headers.getValue(name), "");
  }

  /** Reached by name only, where the server has it. */
  private static boolean isHealthOfMicroProfile(String name) {
    return name.endsWith(".microprofile.health");
  }

  /** The system bundle exports the packages of the Java platform. */
  private static boolean isJavaPlatformPackage(String name) {
    return ModuleLayer.boot().modules().stream()
        .map(Module::getDescriptor)
        .filter(module -> module.name().startsWith("java."))
        .flatMap(module -> module.exports().stream())
        .filter(exports -> !exports.isQualified())
        .map(Exports::source)
        .anyMatch(name::equals);
  }

  private static Set<String> exportedByBothServers() {
    try (InputStream in = BundleManifestTest.class.getResourceAsStream(EXPORTED)) {
      Stream<String> lines = new String(in.readAllBytes(), UTF_8).lines();
      return lines.filter(line -> !line.startsWith("#")).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new IllegalStateException(EXPORTED + " cannot be read from the test resources", e);
    }
  }

  private static Attributes readManifest() {
    try (InputStream in = Files.newInputStream(MANIFEST)) {
      return new Manifest(in).getMainAttributes();
    } catch (IOException e) {
      throw new IllegalStateException(MANIFEST + " is missing: run the test through Maven", e);
    }
  }
}
