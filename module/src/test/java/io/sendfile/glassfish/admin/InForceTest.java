package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sentences of commands about the time from which their changes hold. */
class InForceTest {
  private static final SendfileSettings OFF =
      SendfileSettings.of(
          setting -> setting == Setting.ENABLED ? "false" : setting.defaultValue(), List.of());

  @Test
  void changesAreInForceAtOnce() {
    assertThat(AttributeChange.inForce(SendfileSettings.DEFAULTS))
        .isEqualTo("In force at once; running transfers end under the settings they began with");
    assertThat("in force" + AttributeChange.whenInForce(SendfileSettings.DEFAULTS, "", " here"))
        .isEqualTo("in force");
  }

  @Test
  void changesAreInForceOnceTheModuleIsSwitchedOn() {
    assertThat(AttributeChange.inForce(OFF))
        .isEqualTo(
            "In force once the module is switched on (enabled is false); running transfers end"
                + " under the settings they began with");
    assertThat("in force" + AttributeChange.whenInForce(OFF, "", " here"))
        .isEqualTo("in force here once the module is switched on (enabled is false)");
  }
}
