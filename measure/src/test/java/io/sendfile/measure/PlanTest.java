package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Root;
import io.sendfile.core.files.Root.HiddenFiles;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.measure.Plan.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final SendfileSettings SETTINGS = SendfileSettings.DEFAULTS;
  private static final Plan PLAN =
      Plan.of(SETTINGS, List.of("equal-blocking"), List.of("heap"), Duration.ofSeconds(1), 4);

  @Test
  void neverWaitsForRatesAndLimitsOfTheServer() {
    Root root = new Root("r", Path.of("/r"), SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    SendfileSettings measured = PLAN.settings(new Variant(Kind.BUFFER_POLICY, "heap"), root);
    assertThat(measured.limits().inThisJvm()).isEqualTo(SETTINGS.limits().inThisJvm());
    assertThat(measured.flag(Setting.ZERO_COPY)).isFalse();
    assertThat(measured.buffers().policy()).isEqualTo("heap");
    assertThat(measured.text(Setting.ALGORITHM)).isEqualTo("adaptive");
  }

  @Test
  void takesTwiceItsTimeForEachSituationAndRound() {
    assertThat(PLAN.expected()).as("2 + 3 situations").isEqualTo(Duration.ofSeconds(40));
    assertThat(PLAN.only(Load.SMALL).expected()).isEqualTo(Duration.ofSeconds(8));
  }
}
