package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsChangesTest {
  private static final KnownNames KNOWN = KnownNames.BUILT_IN;

  @TempDir private Path folder;

  @Test
  void saysWhatChangedAndWhichRootIsAbsent() {
    Path absent = folder.resolve("absent");
    Reading before = SettingsReader.read(null, KNOWN);
    Reading after =
        SettingsReader.read(
            Beans.config(
                Map.of("burst-bytes", "4096"),
                Beans.root(Map.of("name", "here", "path", folder.toString())),
                Beans.root(Map.of("name", "gone", "path", absent.toString()))),
            KNOWN);

    assertThat(after.changesSince(before))
        .containsExactly(
            "sendfile-config: burst-bytes is 4096, was 0",
            "sendfile-config: roots are [here=" + folder + ", gone=" + absent + "]");
    assertThat(after.absentRoots())
        .singleElement()
        .asString()
        .startsWith("sendfile-root gone: " + absent + " is missing");
    assertThat(after.changesSince(after)).isEmpty();
  }

  @Test
  void tellsNoSecret() {
    String key = "correcthorsebatterystaple";
    Reading before = SettingsReader.read(null, KNOWN);
    Reading after = SettingsReader.read(Beans.config(Map.of("wall-display-key", key)), KNOWN);
    Reading wrong = SettingsReader.read(Beans.config(Map.of("wall-display-key", key + "!")), KNOWN);

    assertThat(after.value(Setting.WALL_DISPLAY_KEY)).isEqualTo(key);
    assertThat(after.changesSince(before))
        .containsExactly("sendfile-config: wall-display-key is ***, was ");
    assertThat(wrong.value(Setting.WALL_DISPLAY_KEY)).isEmpty();
    assertThat(wrong.problems())
        .singleElement()
        .asString()
        .contains("wall-display-key must be empty, or 20 to 100 letters and digits")
        .doesNotContain(key);
  }

  @Test
  void namesPropertiesOfPlugInsButNotTheirValues() {
    Reading before = SettingsReader.read(null, KNOWN);
    SendfilePlugin sender =
        Beans.plugIn(
            Map.of("name", "sender", "enabled", "false"),
            Beans.property(Map.of("name", "token", "value", "secret")));
    Reading after =
        SettingsReader.read(Beans.configWithPlugIns(Map.of(), List.of(), sender), KNOWN);
    assertThat(after.changesSince(before))
        .containsExactly("sendfile-plugin sender: switched off, properties set are [token]");
    assertThat(before.changesSince(after))
        .containsExactly("sendfile-plugin sender: in use, properties set are []");
  }
}
