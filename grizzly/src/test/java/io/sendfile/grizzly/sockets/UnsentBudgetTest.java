package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnsentBudgetTest {
  private static final int MB = 1 << 20;

  private final UnsentBudget budget = new UnsentBudget(4L * MB);

  @Test
  void eachGetsWhatItWantsWhileThereIsEnough() {
    assertThat(budget.change(0, MB)).isEqualTo(MB);
    assertThat(budget.change(0, 2 * MB)).isEqualTo(2 * MB);
    assertThat(budget.change(MB, 2 * MB)).isEqualTo(2 * MB);
    assertThat(budget.isExceeded()).isFalse();
  }

  @Test
  void otherwiseEachGetsAnEqualPart() {
    budget.change(0, 3 * MB);
    assertThat(budget.change(0, 2 * MB)).isEqualTo(2 * MB);
    assertThat(budget.isExceeded()).isTrue();
    assertThat(budget.change(3 * MB, 3 * MB)).isEqualTo(2 * MB);
    assertThat(budget.isExceeded()).isFalse();
    assertThat(budget.change(0, 2 * MB)).isEqualTo(MB);
  }

  @Test
  void noneGetsLessThanTheSmallestBound() {
    for (int i = 0; i < 1000; i++) {
      assertThat(budget.change(0, UnsentBound.FIRST)).isGreaterThanOrEqualTo(UnsentBound.LEAST);
    }
    assertThat(budget.change(0, UnsentBound.FIRST)).isEqualTo(UnsentBound.LEAST);
  }

  @Test
  void whoeverLeavesMakesRoom() {
    budget.change(0, 4 * MB);
    budget.change(4 * MB, 0);
    assertThat(budget.change(0, 4 * MB)).isEqualTo(4 * MB);
  }

  @Test
  void smallerBoundIsGrantedAtOnce() {
    budget.change(0, 4 * MB);
    assertThat(budget.change(0, UnsentBound.LEAST)).isEqualTo(UnsentBound.LEAST);
    assertThat(budget.change(4 * MB, UnsentBound.LEAST)).isEqualTo(UnsentBound.LEAST);
    assertThat(budget.isExceeded()).isFalse();
  }
}
