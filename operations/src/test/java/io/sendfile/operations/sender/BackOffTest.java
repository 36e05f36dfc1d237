package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private final BackOff backOff = new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  @Test
  void doublesUpToTheMost() {
    assertThat(backOff.after(1, 1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(backOff.after(2, 1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(backOff.after(8, 1)).isEqualTo(Duration.ofSeconds(128));
    assertThat(backOff.after(9, 1)).isEqualTo(Duration.ofSeconds(256));
    assertThat(backOff.after(10, 1)).isEqualTo(Duration.ofMinutes(5));
    assertThat(backOff.after(Integer.MAX_VALUE, 1)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void halfOfItIsLeftToChance() {
    assertThat(backOff.after(3, 0)).isEqualTo(Duration.ofSeconds(2));
    assertThat(backOff.after(3, 0.5)).isEqualTo(Duration.ofSeconds(3));
    assertThat(backOff.after(3, 1)).isEqualTo(Duration.ofSeconds(4));
  }
}
