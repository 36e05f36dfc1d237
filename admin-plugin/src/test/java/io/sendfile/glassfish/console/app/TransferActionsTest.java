package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferActionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "5000000", "500k", " 5M ", "1.5Mi", "5MB"})
  void rateIsWrittenAsInCommands(String rate) {
    assertThat(TransferActions.rateProblem(rate)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "5X", "fast", "1.0001", "5 M"})
  void textThatIsNoAmountIsNamed(String rate) {
    assertThat(TransferActions.rateProblem(rate))
        .isEqualTo(
            "“"
                + rate
                + "” is no amount. Give bytes per second, such as 64k, 5M or 16Mi; 0 removes the"
                + " limit.");
  }
}
