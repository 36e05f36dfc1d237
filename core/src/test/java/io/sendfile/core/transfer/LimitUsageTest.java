package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitUsageTest {
  private static final LimitUsage ONE = new LimitUsage(1, 2, 3, 4, 5, 6, 7, 8);

  @Test
  void serversAddUp() {
    assertThat(ONE.plus(new LimitUsage(10, 20, 30, 40, 50, 60, 70, 80)))
        .isEqualTo(new LimitUsage(11, 22, 33, 44, 55, 66, 77, 88));
  }

  @Test
  void serverWithoutALimitOnMemoryLeavesTheSumWithout() {
    LimitUsage any = new LimitUsage(1, 1, 1, 1, 1, 1, 1, Limits.NONE);
    assertThat(any.plus(ONE).maxBytes()).isEqualTo(Limits.NONE);
    assertThat(ONE.plus(any).maxBytes()).isEqualTo(Limits.NONE);
  }

  @Test
  void workersAreBusyWhenEachHasATurn() {
    assertThat(ONE.workersAreBusy()).isFalse();
    assertThat(ONE.with(2, 2).workersAreBusy()).isTrue();
    assertThat(ONE.with(2, 0).workersAreBusy()).as("one for each turn").isFalse();
  }
}
