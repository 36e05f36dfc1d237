package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.glassfish.answers.CommandLine;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitViewTest {
  @Test
  void limitIsMadeByTheCommandInPlaceOfAnEarlierOne() {
    assertThat(LimitView.line(new String[] {"client", "192.0.2.7"}, "0", "2h"))
        .isEqualTo(
            new CommandLine(
                "create-sendfile-limit",
                Map.of("client", "192.0.2.7", "rate", "0", "until", "2h", "force", "true"),
                List.of()));
  }

  @Test
  void limitWithoutAnEndHasNone() {
    assertThat(LimitView.line(new String[] {"root", "media"}, "500000", "").options())
        .doesNotContainKey("until");
  }

  @Test
  void amountIsReadAsInAllFields() {
    SettingField rate = new LimitView().getRate();
    rate.setValue("5M");
    assertThat(rate.getValue()).isEqualTo("5000000");
    assertThat(rate.getMeaning()).isEqualTo("5 MB/s");
    assertThat(rate.problem("lots")).startsWith("rate must be empty for any, or a whole number");
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
