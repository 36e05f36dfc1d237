package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.OwnProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The application of the zip to begin with. */
@Timeout(300)
@OwnProcess
class FirstAppIT {
  @TempDir private Path temp;

  @Test
  void pomMakesWarWithItsServletAndTheJarForApplications() throws IOException {
    Path folder = Distribution.unpack().build("first-app", temp);

    try (ZipFile war = new ZipFile(folder.resolve("target/first-app.war").toFile())) {
      assertThat(war.stream().map(ZipEntry::getName))
          .contains("WEB-INF/classes/com/example/Film.class")
          .filteredOn(name -> name.startsWith("WEB-INF/lib/"))
          .filteredOn(name -> !name.endsWith("/"))
          .singleElement(STRING)
          .contains("/sendfile-application-api-");
    }
  }
}
