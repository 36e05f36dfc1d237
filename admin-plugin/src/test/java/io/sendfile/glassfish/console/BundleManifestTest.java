package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The bundle as bnd wrote it, and the web application inside. */
class BundleManifestTest {
  private static final Path CLASSES = Path.of("target/classes");
  private static final Path WAR = CLASSES.resolve("META-INF/sendfile-console.war");

  @Test
  void importsNameNoVersion() throws IOException {
    assertThat(header("Import-Package")).doesNotContain("version");
  }

  /** A server may have no console; an import it cannot resolve would keep it from booting. */
  @Test
  void importsOfTheConsoleAreOptional() throws IOException {
    assertThat(Arrays.stream(header("Import-Package").split(",", -1)))
        .filteredOn(clause -> clause.matches("(org.glassfish.api.admingui|jakarta.servlet).*"))
        .isNotEmpty()
        .allMatch(clause -> clause.contains("resolution:=optional"));
  }

  /** Payara's console has it with an attribute. Of jakarta.faces it has a copy of its own. */
  @Test
  void bothConsolesGiveTheirContextOfHandlersAndNothingElse() throws IOException {
    String context = "com.sun.jsftemplating.layout.descriptors.handler";
    assertThat(header("DynamicImport-Package")).isEqualTo(context + ";usage=admingui," + context);
    assertThat(header("Import-Package")).doesNotContain("jsftemplating", "jakarta.faces");
  }

  @Test
  void exportsNothing() throws IOException {
    assertThat(header("Export-Package")).isEmpty();
  }

  @Test
  void importsNothingThatOnlyTheWebApplicationNeeds() throws IOException {
    assertThat(header("Import-Package")).doesNotContain("primefaces", "io.sendfile");
  }

  @Test
  void webApplicationHasItsOwnClassesAndOneLibrary() throws IOException {
    try (ZipFile war = new ZipFile(WAR.toFile())) {
      List<String> entries =
          war.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
      assertThat(entries)
          .contains("now.xhtml", "configuration.xhtml", "WEB-INF/web.xml")
          .filteredOn(name -> name.startsWith("WEB-INF/classes/"))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("WEB-INF/classes/io/sendfile/glassfish/console/app/"));
      assertThat(entries)
          .filteredOn(name -> name.startsWith("WEB-INF/lib/"))
          .singleElement()
          .asString()
          .contains("primefaces");
    }
  }

  private static String header(String name) throws IOException {
    try (InputStream in = Files.newInputStream(CLASSES.resolve("META-INF/MANIFEST.MF"))) {
      Attributes headers = new Manifest(in).getMainAttributes();
      return Objects.toString(headers.getValue(name), "");
    }
  }
}
