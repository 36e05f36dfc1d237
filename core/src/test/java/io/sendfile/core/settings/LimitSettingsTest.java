package io.sendfile.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.SendfileSettings.LimitSettings;
import io.sendfile.core.transfer.Limits;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitSettingsTest {
  private static Limits limits(Map<Setting, String> set, long heapBytes) {
    return LimitSettings.of(setting -> set.getOrDefault(setting, setting.defaultValue()))
        .inJvm(heapBytes);
  }

  @Test
  void defaultsAreSharesOfTheHeapAndOfTheTransfers() {
    assertThat(limits(Map.of(), 400_000_000))
        .isEqualTo(new Limits(10_000, 1_000, 100_000_000, 8_250, 75_000_000));
  }

  @Test
  void numbersAreTakenAsTheyAre() {
    Map<Setting, String> set =
        Map.of(
            Setting.MAX_BUFFERED_BYTES, "5000",
            Setting.MAX_CLIENT_TRANSFERS, "12");
    assertThat(limits(set, 400_000_000))
        .isEqualTo(new Limits(10_000, 1_000, 5_000, 12, Limits.NONE));
  }

  @Test
  void zeroMeansNone() {
    Map<Setting, String> set =
        Map.of(
            Setting.MAX_BUFFERED_BYTES, "0",
            Setting.MAX_CLIENT_TRANSFERS, "0");
    assertThat(limits(set, 400_000_000)).isEqualTo(new Limits(10_000, 1_000));
  }

  @Test
  void shareOfNoLimitIsNone() {
    assertThat(limits(Map.of(Setting.MAX_BUFFERED_BYTES, "0"), 400_000_000).maxBytesPerClient())
        .isEqualTo(Limits.NONE);
  }

  @Test
  void shareOfFewIsRoundedUp() {
    Map<Setting, String> set =
        Map.of(Setting.MAX_ACTIVE_TRANSFERS, "1", Setting.MAX_WAITING_TRANSFERS, "1");
    assertThat(limits(set, 400_000_000).maxPerClient()).isEqualTo(2);
  }
}
