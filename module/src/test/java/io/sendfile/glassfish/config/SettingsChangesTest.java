package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
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
    ReadSettings before = SettingsReader.read(null, KNOWN);
    ReadSettings after =
        SettingsReader.read(
            Beans.config(
                Map.of("burst-bytes", "4096"),
                Beans.root(Map.of("name", "here", "path", folder.toString())),
                Beans.root(Map.of("name", "gone", "path", absent.toString()))),
            KNOWN);

    assertThat(after.changesSince(before))
        .containsExactly(
            "sendfile-config: burst-bytes is 4096 (4 KiB), was 0 (chosen by the algorithm)",
            "sendfile-root gone: created with path=" + absent,
            "sendfile-root here: created with path=" + folder);
    assertThat(after.absentRoots())
        .singleElement()
        .asString()
        .startsWith("sendfile-root gone: " + absent + " is missing");
    assertThat(after.changesSince(after)).isEmpty();
  }

  @Test
  void tellsNoSecret() {
    String key = "correcthorsebatterystaple";
    ReadSettings before = SettingsReader.read(null, KNOWN);
    ReadSettings after = SettingsReader.read(Beans.config(Map.of("metrics-key", key)), KNOWN);
    ReadSettings wrong = SettingsReader.read(Beans.config(Map.of("metrics-key", key + "!")), KNOWN);

    assertThat(after.value(Setting.METRICS_KEY)).isEqualTo(key);
    assertThat(after.changesSince(before))
        .containsExactly("sendfile-config: metrics-key is ***, was empty");
    assertThat(wrong.value(Setting.METRICS_KEY)).isEmpty();
    assertThat(wrong.problems())
        .singleElement()
        .asString()
        .contains("metrics-key must be empty, or 20 to 100 letters and digits")
        .doesNotContain(key);
  }

  @Test
  void tellsTheChangedPropertiesOfPlugInsButNoSecret() {
    ReadSettings before = SettingsReader.read(null, KNOWN);
    SendfilePlugin sender =
        Beans.plugIn(
            Map.of("name", "sender", "enabled", "false"),
            Beans.property(Map.of("name", "cache-bytes", "value", "5M")),
            Beans.property(Map.of("name", "token", "value", "first")));
    SendfilePlugin other =
        Beans.plugIn(
            Map.of("name", "sender", "enabled", "false"),
            Beans.property(Map.of("name", "cache-bytes", "value", "5M")),
            Beans.property(Map.of("name", "token", "value", "second")));
    ReadSettings after =
        SettingsReader.read(Beans.configWithPlugIns(Map.of(), List.of(), sender), KNOWN);
    assertThat(after.changesSince(before))
        .containsExactly(
            "sendfile-plugin sender: enabled is false, was true",
            "sendfile-plugin sender: cache-bytes is 5000000 (5 MB), was not set",
            "sendfile-plugin sender: token is ********, was not set");
    assertThat(before.changesSince(after))
        .containsExactly(
            "sendfile-plugin sender: enabled is true, was false",
            "sendfile-plugin sender: cache-bytes is not set, was 5000000 (5 MB)",
            "sendfile-plugin sender: token is not set, was ********");
    ReadSettings later =
        SettingsReader.read(Beans.configWithPlugIns(Map.of(), List.of(), other), KNOWN);
    assertThat(later.changesSince(after))
        .containsExactly("sendfile-plugin sender: token is another one");
  }

  /** With 300 roots the line of all of them was cut before the difference. */
  @Test
  void tellsWhatChangedInOneRootOfMany() {
    ReadSettings before = SettingsReader.read(roots("inside-root", ""), KNOWN);
    ReadSettings after = SettingsReader.read(roots("none", "shop, intranet"), KNOWN);
    assertThat(after.changesSince(before))
        .containsExactly(
            "sendfile-root r299: symlinks is none, was inside-root",
            "sendfile-root r299: applications is shop, intranet, was empty");
  }

  private static SendfileConfig roots(String symlinks, String applications) {
    List<SendfileRoot> roots = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String name = "r" + i;
      roots.add(
          Beans.root(
              i < 299
                  ? Map.of("name", name, "path", "/srv/" + name)
                  : Map.of(
                      "name",
                      name,
                      "path",
                      "/srv/" + name,
                      "symlinks",
                      symlinks,
                      "applications",
                      applications)));
    }
    return Beans.config(Map.of(), roots.toArray(SendfileRoot[]::new));
  }

  @Test
  void tellsDeletedRootsAndValuesOfListeners() {
    ReadSettings before =
        SettingsReader.read(
            Beans.config(
                Map.of(),
                Beans.root(Map.of("name", "gone", "path", "/srv/gone", "symlinks", "none"))),
            KNOWN);
    ReadSettings after = SettingsReader.read(Beans.config(Map.of()), KNOWN);
    assertThat(after.changesSince(before))
        .containsExactly("sendfile-root gone: deleted, had path=/srv/gone, symlinks=none");
  }
}
