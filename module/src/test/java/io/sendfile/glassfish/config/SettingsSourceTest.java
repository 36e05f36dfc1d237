package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void changeIsToldOnceAndToAllWhateverOneOfThemThrows() {
    List<String> told = new ArrayList<>();
    source.addListener(
        settings -> {
          throw new IllegalStateException("not now");
        });
    source.addListener(settings -> told.add("burst " + settings.number(Setting.BURST_BYTES)));
    source.addReader(changes -> told.add(changes.get(0)));
    change("4096");
    change("4096");
    change("x");
    assertThat(told)
        .containsExactly(
            "burst 4096",
            "sendfile-config: burst-bytes is 4096 (4 KiB), was 0 (chosen by the algorithm)",
            "burst 0",
            "sendfile-config: burst-bytes is 0 (chosen by the algorithm), was 4096 (4 KiB)");
    assertThat(log.warnings()).filteredOn(line -> line.contains("could not be applied")).hasSize(2);
    assertThat(log.warnings()).filteredOn(line -> line.contains("burst-bytes")).hasSize(1);
    change("x");
    assertThat(log.warnings()).filteredOn(line -> line.contains("burst-bytes")).hasSize(1);
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
