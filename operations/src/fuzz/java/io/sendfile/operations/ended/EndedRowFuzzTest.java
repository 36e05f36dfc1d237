package io.sendfile.operations.ended;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.operations.journal.KeptRows.Form;

/**
 * Lines of ended transfers and of refusals, as another version may have written them: one is
 * refused as an illegal argument, or is a row that stays the same, in a line of its own, when it is
 * written again.
 */
class EndedRowFuzzTest extends FuzzTarget {
  private static final EndedForm ENDED = new EndedForm();

  @Override
  protected boolean check(byte[] input) {
    String line = text(input);
    if (isReadAgain(ENDED, line)) {
      assertThat(ENDED.isUnfinished(ENDED.writeUnfinished(ENDED.read(line)))).isTrue();
      return true;
    }
    return isReadAgain(RefusedHandOff.FORM, line);
  }

  private static <T> boolean isReadAgain(Form<T> form, String line) {
    T row;
    try {
      row = form.read(line);
    } catch (IllegalArgumentException e) {
      return false;
    }
    String written = form.write(row);
    assertThat(written).doesNotContain("\n", "\r");
    assertThat(form.read(written)).isEqualTo(row);
    assertThat(form.isUnfinished(written)).isFalse();
    return true;
  }
}
