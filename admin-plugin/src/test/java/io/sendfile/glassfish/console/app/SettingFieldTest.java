package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import org.junit.jupiter.api.Test;

class SettingFieldTest {
  private final SettingField field = field(Setting.STALL_TIMEOUT_SECONDS, "60", false);

  private static SettingField field(Setting setting, String before, boolean mayBeEmpty) {
    return new SettingField(setting, before, mayBeEmpty, KnownNames.BUILT_IN);
  }

  @Test
  void multiplesBecomePlainNumbers() {
    field.setValue(" 5m ");
    assertThat(field.getValue()).isEqualTo("300");
    assertThat(field.getMeaning()).isEqualTo("5 min");
    assertThat(field.problem("5m")).isNull();
    assertThat(field.problem("5x")).contains("found \"5x\"", "30s, 5m, 12h or 7d");
  }

  @Test
  void sameValueInOtherWordsIsNoChange() {
    field.setValue("1m");
    assertThat(field.isChanged()).isFalse();
    field.setValue("");
    assertThat(field.isChanged()).as("60 is the default").isFalse();
  }

  @Test
  void valueOfSomebodyElseIsToldOnceBeforeItIsOverwritten() {
    field.setValue("55");
    assertThat(field.catchUp("44"))
        .hasValue("stall-timeout-seconds: it was 60 here, is 44 now, and would become 55.");
    assertThat(field.getBefore()).isEqualTo("44");
    assertThat(field.catchUp("44")).isEmpty();
    assertThat(field.getAfter()).isEqualTo("55");
  }

  @Test
  void valueOfSomebodyElseIsTakenOverWhereNothingWasTyped() {
    assertThat(field.catchUp("44")).isEmpty();
    assertThat(field.getValue()).isEqualTo("44");
    assertThat(field.isChanged()).isFalse();
  }

  @Test
  void sameChangeBySomebodyElseIsNoConflict() {
    field.setValue("44");
    assertThat(field.catchUp("44")).isEmpty();
    assertThat(field.isChanged()).isFalse();
  }

  @Test
  void defaultAndRequirementAreInWords() {
    assertThat(field.getDefaultText()).isEqualTo("Default 60 seconds (1 min)");
    assertThat(field.getRequirement())
        .isEqualTo("A whole number of seconds from 0 to 86400; 0 means never.");
    assertThat(field(Setting.MAX_BUFFERED_BYTES, "25%", false).getDefaultText())
        .isEqualTo("Default 25%");
    assertThat(field(Setting.TRUSTED_PROXIES, "", false).getDefaultText())
        .isEqualTo("Empty by default");
    assertThat(field(Setting.ETAG, "weak", false).getDefaultText()).isEqualTo("Default strong");
    assertThat(field(Setting.ETAG, "weak", false).getRequirement()).isEmpty();
    assertThat(field(Setting.ROOT_PATH, "", false).getRequirement()).endsWith("; required.");
  }

  @Test
  void listenerInheritsWhatIsEmpty() {
    SettingField own = field(Setting.BURST_BYTES, "", true);
    assertThat(own.getMeaning()).isEqualTo("inherited");
    assertThat(own.getRequirement()).endsWith("; empty inherits.");
    assertThat(own.isOwn()).isFalse();
  }
}
