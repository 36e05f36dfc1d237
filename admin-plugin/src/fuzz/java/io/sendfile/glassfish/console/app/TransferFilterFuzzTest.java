package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;

/**
 * Filters of transfers: one is applied, or refused in a sentence that shows no control character;
 * and the word that the pages make for a value finds the row that has it.
 */
class TransferFilterFuzzTest extends FuzzTarget {
  @Override
  protected int rounds() {
    return 1_000;
  }

  @Override
  protected boolean check(byte[] input) {
    String text = text(input);
    // The address of a connection is none that there is not.
    String client = AddressRange.isMeant(text) ? "192.0.2.7" : NodeAddress.listed(text);
    TransferRow row =
        TransferRowsOf.another("client", client, "file", "media:" + text, "rate", "7");
    for (TextCondition condition : TextCondition.values()) {
      condition
          .texts(row)
          .filter(value -> !value.isEmpty())
          .forEach(
              value -> {
                String word = TransferFilter.word(condition, value);
                assertThat(TransferFilter.parse(word).accepts(row)).as(word).isTrue();
              });
    }
    try {
      TransferFilter.parse(text).accepts(row);
      return true;
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).endsWith(".");
      assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl);
      return false;
    }
  }
}
