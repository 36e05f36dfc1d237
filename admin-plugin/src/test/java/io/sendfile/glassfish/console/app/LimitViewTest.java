package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.answers.CommandLine;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitViewTest {
  @Test
  void limitIsMadeByTheCommandInPlaceOfTheOneOfThatName() {
    assertThat(LimitView.line("evening", Map.of("client", "192.0.2.7", "rate", "0", "until", "")))
        .isEqualTo(
            new CommandLine(
                "create-sendfile-limit",
                Map.of("client", "192.0.2.7", "rate", "0", "until", "", "force", "true"),
                List.of("evening")));
  }

  @Test
  void amountIsReadAsInAllFields() {
    SettingField rate = new SettingField(Setting.LIMIT_RATE, "", false, KnownNames.BUILT_IN);
    rate.setValue("5M");
    assertThat(rate.getValue()).isEqualTo("5000000");
    assertThat(rate.getMeaning()).isEqualTo("5 MB/s");
    rate.setValue("0");
    assertThat(rate.getMeaning()).isEqualTo("keeps out");
    assertThat(rate.problem("lots"))
        .startsWith(
            "rate must be a whole number of bytes per second from 0 to 1000000000000, where 0 keeps"
                + " out, or empty for any number (found \"lots\")");
  }

  @Test
  void endIsByTheClockOfTheReader() {
    ZonedDateTime now = ZonedDateTime.parse("2026-11-29T12:00:00+01:00[Europe/Berlin]");
    assertThat(LimitView.end("18:00", now)).isEqualTo("2026-11-29T17:00:00Z");
    assertThat(LimitView.end("2h", now)).isEqualTo("2026-11-29T13:00:00Z");
    assertThat(LimitView.end("", now)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> LimitView.end("soon", now));
  }
}
