package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SettingGroupTest {
  @Test
  void groupsHaveAllSettingsInTheOrderOfTheTable() {
    assertThat(Arrays.stream(SettingGroup.values()).flatMap(group -> group.settings().stream()))
        .containsExactlyElementsOf(Element.CONFIG.settings());
    assertThat(SettingGroup.values()).allMatch(group -> !group.settings().isEmpty());
  }

  @Test
  void groupGoesOnToTheNextOne() {
    assertThat(SettingGroup.of(Setting.ENABLED)).isEqualTo(SettingGroup.WORKERS);
    assertThat(SettingGroup.of(Setting.CLIENT_RATE_BYTES_PER_SECOND)).isEqualTo(SettingGroup.RATES);
    assertThat(SettingGroup.of(Setting.WATCH_COPIES)).isEqualTo(SettingGroup.RECORDS);
  }
}
