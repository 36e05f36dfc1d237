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
    assertThat(read.started()).isBetween(0L, 0xFFFF_FFFFL);
    assertThat(read.refused()).isBetween(0L, 0xFFFF_FFFFL);
    assertThat(read.ended().values()).allMatch(n -> n > 0);
    assertThat(read.firstByteNanos().counts()).allMatch(n -> n >= 0);
    assertThat(Interval.read(read.form())).isEqualTo(read);
    return true;
  }
}
