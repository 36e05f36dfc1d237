package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlugInSettingsReaderTest {
  private static final KnownNames KNOWN = KnownNames.with(List.of("mine"), List.of("views"));

  private static ReadSettings read(Map<String, String> attributes, SendfilePlugin... plugIns) {
    return SettingsReader.read(Beans.configWithPlugIns(attributes, List.of(), plugIns), KNOWN);
  }

  @Test
  void plugInOfWhichNothingIsSetIsInUse() {
    assertThat(read(Map.of()).settings().plugIn("any"))
        .isEqualTo(new PlugInSettings("any", true, Map.of()));
  }

  @Test
  void readsWhetherItIsEnabledAndItsProperties() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.plugIn(
                Map.of("name", " sender ", "enabled", "FALSE"),
                Beans.property(Map.of("name", "destination-url", "value", " https://a/b?c=d ")),
                Beans.property(Map.of("name", "empty"))),
            Beans.plugIn(Map.of("name", "other.one")));

    assertThat(reading.problems()).isEmpty();
    assertThat(reading.settings().plugIns())
        .containsOnly(
            Map.entry(
                "sender",
                new PlugInSettings(
                    "sender", false, Map.of("destination-url", "https://a/b?c=d", "empty", ""))),
            Map.entry("other.one", new PlugInSettings("other.one", true, Map.of())));
  }

  @Test
  void leavesOutWhatHasNoFitNameAndKeepsTheOthers() {
    ReadSettings reading =
        read(
            Map.of(),
            Beans.plugIn(Map.of("enabled", "false")),
            Beans.plugIn(Map.of("name", "adaptive", "enabled", "false")),
            Beans.plugIn(Map.of("name", "good", "enabled", "no")),
            Beans.plugIn(Map.of("name", "good", "enabled", "false")),
            Beans.plugIn(
                Map.of("name", "two"),
                Beans.property(Map.of("value", "nameless")),
                Beans.property(Map.of("name", "p", "value", "first")),
                Beans.property(Map.of("name", "p", "value", "second"))));

    assertThat(reading.settings().plugIns())
        .containsOnlyKeys("good", "two")
        .containsValue(new PlugInSettings("two", true, Map.of("p", "first")));
    assertThat(reading.settings().plugIn("good").enabled()).isTrue();
    String name =
        "name must be the name of a plug-in: 1 to 64 letters, digits, '-', '_' or '.', beginning"
            + " with a letter or digit, and none of the module's own algorithms and buffer"
            + " policies";
    assertThat(reading.problems())
        .containsExactly(
            "sendfile-plugin \"\" is left out: " + name + " (found \"\").",
            "sendfile-plugin \"adaptive\" is left out: " + name + " (found \"adaptive\").",
            "sendfile-plugin \"good\": enabled must be true or false (found \"no\"); the default"
                + " true holds.",
            "sendfile-plugin \"good\" is left out: name must be unique.",
            "sendfile-plugin \"two\": a property without a name is left out.",
            "sendfile-plugin \"two\": the second property \"p\" is left out: its name must be"
                + " unique.");
  }

  @Test
  void whatIsSwitchedOffIsStoodInForEverywhere() {
    SendfileConfig config =
        Beans.configWithPlugIns(
            Map.of("algorithm", "mine", "buffer-policy", "views"),
            List.of(Map.of("name", "l1", "algorithm", "mine")),
            Beans.plugIn(Map.of("name", "mine", "enabled", "false")),
            Beans.plugIn(Map.of("name", "views", "enabled", "false")),
            Beans.plugIn(Map.of("name", "true", "enabled", "false")));
    ReadSettings reading = SettingsReader.read(config, KNOWN);

    assertThat(reading.settings().text(Setting.ALGORITHM)).isEqualTo("adaptive");
    assertThat(reading.settings().buffers().policy()).isEqualTo("server-default");
    assertThat(reading.settings().forListener("l1").text(Setting.ALGORITHM)).isEqualTo("adaptive");
    assertThat(reading.settings().flag(Setting.ENABLED)).isTrue();
    assertThat(reading.problems())
        .containsExactly(
            "algorithm names the plug-in \"mine\", which is switched off; the default adaptive holds.",
            "buffer-policy names the plug-in \"views\", which is switched off; the default"
                + " server-default holds.",
            "sendfile-listener \"l1\": algorithm names the plug-in \"mine\", which is switched off;"
                + " the value of all listeners, adaptive, holds.");
  }
}
