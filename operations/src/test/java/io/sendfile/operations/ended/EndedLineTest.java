package io.sendfile.operations.ended;

import static io.sendfile.operations.ended.EndedRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.SeededTest;
import io.sendfile.spi.Outcome;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndedLineTest {
  private static final EndedForm FORM = new EndedForm();

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void rowIsReadAsItWasWritten(Outcome outcome) {
    for (int i = 0; i < 6; i++) {
      EndedTransfer row = row(i, outcome);
      assertThat(FORM.read(FORM.write(row))).isEqualTo(row);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\tb", "a\nb\r", "\\", "\\n", "\\\\t", "=", "a=b", "ü€😀", "", "\u0000"})
  void nameHasAnyCharacters(String name) {
    EndedTransfer row = row(1, Outcome.STALLED, "media:" + name);
    String line = FORM.write(row);
    assertThat(line).doesNotContain("\n", "\r");
    assertThat(FORM.read(line)).isEqualTo(row);
  }

  @SeededTest
  void randomNamesAreReadAsTheyWereWritten(SplittableRandom random) {
    for (int i = 0; i < 2000; i++) {
      StringBuilder name = new StringBuilder("media:");
      random.ints(12, 0, 130).forEach(name::appendCodePoint);
      EndedTransfer row = row(i, Outcome.CHANGED, name.toString());
      assertThat(FORM.read(FORM.write(row))).isEqualTo(row);
    }
  }

  @Test
  void lineOfAnotherVersionIsUnderstood() {
    String line = FORM.write(row(1, Outcome.STALLED));
    assertThat(FORM.read("colour=blue\t" + line + "\tno pair")).isEqualTo(row(1, Outcome.STALLED));
    assertThat(FORM.read(line.replaceFirst("\tlistener=[^\t]*", "")).listener()).isEmpty();
    EndedTransfer older = FORM.read(line.replaceAll("\t(verdict|held-by|time-percent)=[^\t]*", ""));
    assertThat(older.verdict() + older.heldBy() + older.timePercent()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "time=x", "time=2026-11-24T02:00:00Z\tstatus=1\toutcome=none", "id=\\x"})
  void otherTextIsNoRow(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> FORM.read(line));
  }

  @Test
  void longTextIsCut() {
    EndedTransfer row = row(1, Outcome.STALLED, "m:" + "x".repeat(4096));
    assertThat(row.file()).hasSize(EndedTransfer.MOST_CHARACTERS + 1).endsWith("x…");
    assertThat(FORM.read(FORM.write(row))).isEqualTo(row);
  }
}
