package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.util.BitSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Spans as text: refused as an illegal argument, or the positions that a bit for each of them
 * gives, in the only text there is for them.
 */
class RangeSetFuzzTest extends FuzzTarget {
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,4})-([0-9]{1,4})");
  private static final Pattern SPANS = Pattern.compile("(" + SPAN + "(,(?!$)|$))*");

  @Override
  protected boolean check(byte[] input) {
    String text = text(input);
    RangeSet read;
    try {
      read = RangeSet.read(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
    assertThat(RangeSet.read(read.text())).isEqualTo(read);
    assertThat(RangeSet.read(read.text()).text()).isEqualTo(read.text());
    if (SPANS.matcher(text).matches()) {
      assertThat(bits(read.text())).isEqualTo(bits(text));
      assertThat(read.count()).isEqualTo(runs(bits(text)));
      assertThat(read.cover(1 + bits(text).length())).isFalse();
    }
    return true;
  }

  private static BitSet bits(String text) {
    BitSet bits = new BitSet();
    for (MatchResult span : SPAN.matcher(text).results().toList()) {
      bits.set(Integer.parseInt(span.group(1)), Integer.parseInt(span.group(2)));
    }
    return bits;
  }

  private static int runs(BitSet bits) {
    int runs = 0;
    for (int at = bits.nextSetBit(0); at >= 0; runs++) {
      at = bits.nextSetBit(bits.nextClearBit(at));
    }
    return runs;
  }
}
