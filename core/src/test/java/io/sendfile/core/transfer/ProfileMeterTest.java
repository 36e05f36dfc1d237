package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Profile;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProfileMeterTest {
  private static final long START = -7_000_000_000L;

  private final ProfileMeter meter = new ProfileMeter(START);
  private long total;

  private void send(long second, long bytes) {
    total += bytes;
    meter.sample(total, at(second));
  }

  private static long at(long second) {
    return START + TimeUnit.SECONDS.toNanos(second);
  }

  private Profile until(long second) {
    return meter.until(total, at(second));
  }

  @Test
  void shortTransferHasNone() {
    send(1, 100);
    send(9, 100);
    assertThat(until(9)).isEqualTo(Profile.NONE);
  }

  @Test
  void bytesBelongToTheirSteps() {
    send(1, 100);
    send(9, 50);
    send(31, 7);
    assertThat(until(40)).isEqualTo(new Profile(10_000, List.of(150L, 0L, 0L, 7L, 0L)));
  }

  @Test
  void whatWasSentSinceTheLastLookCounts() {
    send(1, 100);
    total += 5;
    assertThat(until(10)).isEqualTo(new Profile(10_000, List.of(100L, 5L)));
  }

  @Test
  void twoStepsBecomeOneWhenThereIsNoRoom() {
    for (int second = 0; second < 320; second += 10) {
      send(second, second);
    }
    assertThat(until(319).bytes()).hasSize(ProfileMeter.MOST).endsWith(300L, 310L);
    send(320, 1);
    Profile longer = until(320);
    assertThat(longer.stepMillis()).isEqualTo(20_000);
    assertThat(longer.bytes()).hasSize(17).startsWith(10L, 50L).endsWith(610L, 1L);
  }

  @Test
  void oneThatRestsForYearsHasFewSteps() {
    send(1, 100);
    Profile profile = until(TimeUnit.DAYS.toSeconds(3650));
    assertThat(profile.bytes()).hasSizeLessThanOrEqualTo(ProfileMeter.MOST);
    assertThat(profile.bytes().get(0)).isEqualTo(100);
    assertThat(Collections.frequency(profile.bytes(), 0L)).isEqualTo(profile.bytes().size() - 1);
  }

  @Test
  void textIsReadAgain() {
    send(1, 100);
    send(31, 7);
    Profile profile = until(40);
    assertThat(profile.text()).isEqualTo("10000 100 0 0 7 0");
    assertThat(Profile.parse(profile.text())).isEqualTo(profile);
    assertThat(Profile.parse("0")).as("of an older row").isEqualTo(Profile.NONE);
  }
}
