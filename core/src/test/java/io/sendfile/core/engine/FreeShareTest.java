package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import org.junit.jupiter.api.Test;

/** The share of a server that balancers are told. */
final class FreeShareTest {
  private LimitUsage usage = usage(0, 0, Limits.NONE);
  private long sent;
  private long rate;
  private long nanos;
  private final FreeShare share = new FreeShare(() -> usage, () -> sent, () -> rate, () -> nanos);

  private static LimitUsage usage(int active, long held, long most) {
    return new LimitUsage(0, 2, active, 200, 0, 10, held, most);
  }

  @Test
  void isOfTheScarcest() {
    assertThat(share.percent()).isEqualTo(100);
    usage = usage(50, 0, Limits.NONE);
    assertThat(share.percent()).isEqualTo(75);
    usage = usage(50, 600, 1000);
    assertThat(share.percent()).isEqualTo(40);
    rate = 1_000_000;
    sent = 1_800_000;
    nanos = 2_000_000_000L;
    assertThat(share.percent()).isEqualTo(10);
  }

  @Test
  void isNeverNone() {
    usage = usage(200, 0, Limits.NONE);
    assertThat(share.percent()).isEqualTo(1);
  }

  @Test
  void measuresARateOverASecondAtLeast() {
    rate = 1_000_000;
    sent = 500_000;
    nanos = 1_000_000_000L;
    assertThat(share.percent()).isEqualTo(50);
    sent = 900_000;
    nanos += 10_000_000;
    assertThat(share.percent()).as("asked again at once").isEqualTo(50);
    nanos += 990_000_000;
    assertThat(share.percent()).as("a second later").isEqualTo(60);
  }
}
