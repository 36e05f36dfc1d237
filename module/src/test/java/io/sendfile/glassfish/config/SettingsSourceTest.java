package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.settings.KnownNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class SettingsSourceTest {
  @RegisterExtension final CapturedLog log = new CapturedLog(SettingsSource.class.getPackageName());

  @TempDir private Path folder;
  private final SettingsSource source = new SettingsSource(null, null);

  private void change(String burstBytes) {
    source.publish(
        SettingsReader.read(
            Beans.config(
                Map.of("burst-bytes", burstBytes),
                Beans.root(Map.of("name", "gone", "path", folder.resolve("gone").toString()))),
            KnownNames.BUILT_IN));
  }

  @Test
  void rootIsWarnedOfOnceAndAgainAfterItWasThere() throws IOException {
    source.watchRoots();
    change("4096");
    change("8192");
    assertThat(log.warnings()).singleElement().asString().contains("sendfile-root gone: ");
    Files.createDirectory(folder.resolve("gone"));
    change("4096");
    Files.delete(folder.resolve("gone"));
    change("8192");
    assertThat(log.warnings()).hasSize(2);
  }
}
