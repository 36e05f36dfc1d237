package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Any bytes of the right number are an interval, which stays the same when it is written again. */
class IntervalFuzzTest extends FuzzTarget {
  @Override
  protected boolean check(byte[] input) {
    byte[] form = Arrays.copyOf(input, Interval.BYTES);
    Interval read = Interval.read(ByteBuffer.wrap(form));
    assertThat(read.started()).isNotNegative();
    assertThat(read.refused()).isNotNegative();
    assertThat(read.ended().values()).allMatch(n -> n > 0);
    assertThat(read.firstByteNanos().counts()).allMatch(n -> n >= 0);
    Interval again = Interval.read(read.form());
    assertThat(again.whole()).isEqualTo(read.whole());
    // Malformed names may become longer than there is room for.
    assertThat(read.parts()).containsKeys(again.parts().keySet().toArray(String[]::new));
    return true;
  }
}
