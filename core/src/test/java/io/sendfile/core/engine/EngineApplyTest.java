package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings in force at once, or later, or never. */
class EngineApplyTest {
  @TempDir Path temp;

  private static SendfileSettings settings(String algorithm, List<Root> roots) {
    return SendfileSettings.of(
        setting -> setting == Setting.ALGORITHM ? algorithm : setting.defaultValue(), roots);
  }

  private static SendfileEngine engine(SendfileSettings settings) {
    return new SendfileEngine(
        settings,
        Statistics.disabled(),
        List.of(),
        Map::of,
        Map::of,
        new Machine.Real(Thread::new, System::nanoTime),
        () -> "id");
  }

  private List<Root> roots() throws IOException {
    return List.of(new Root("r", temp.toRealPath(), SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true));
  }

  @Test
  void settingsThatCannotBeAppliedOpenNothing() throws IOException {
    List<Root> roots = roots();
    try (SendfileEngine engine = engine(SendfileSettings.DEFAULTS)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> engine.apply(settings("no-such", roots)))
          .withMessageContaining("no-such");
      assertThat(engine.settings()).isEqualTo(SendfileSettings.DEFAULTS);
      assertThat(EngineFixture.openBelow(temp)).isEmpty();
    }
  }

  @Test
  void settingsThatComeAfterClosingOpenNothing() throws IOException {
    SendfileEngine engine = engine(SendfileSettings.DEFAULTS);
    engine.close();
    engine.apply(SendfileSettings.DEFAULTS.withRoots(roots()));
    assertThat(EngineFixture.openBelow(temp)).isEmpty();
  }
}
