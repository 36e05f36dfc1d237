package io.sendfile.core.transfer;

import io.sendfile.spi.Profile;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Measures the profile of a transfer: a long one has few long steps, as two become one whenever
 * there is no room for another. Thread-safe; reads no clock.
 */
final class ProfileMeter {
  static final long SHORTEST_STEP_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Most steps. */
  static final int MOST = 32;

  private static final long[] NONE = {};

  private final long startNanos;
  private long stepNanos = SHORTEST_STEP_NANOS;
  private long total;

  /** The bytes of each step; none in the first one, in which most transfers end. */
  private long[] bytes = NONE;

  ProfileMeter(long startNanos) {
    this.startNanos = startNanos;
  }

  /** Updates the total of sent bytes; those since the last call are of this moment. */
  synchronized void sample(long newTotal, long nowNanos) {
    long more = Math.max(0, newTotal - total);
    int step = stepOf(nowNanos);
    if (step > 0 && bytes.length == 0) {
      bytes = new long[MOST];
      bytes[0] = total;
    }
    for (; step >= MOST; step = stepOf(nowNanos)) {
      halve();
    }
    if (bytes.length > 0) {
      bytes[step] += more;
    }
    total += more;
  }

  private int stepOf(long nowNanos) {
    return (int) ((nowNanos - startNanos) / stepNanos);
  }

  private void halve() {
    for (int i = 0; i < MOST; i++) {
      bytes[i] = i < MOST / 2 ? bytes[2 * i] + bytes[2 * i + 1] : 0;
    }
    stepNanos *= 2;
  }

  /** The profile until now, with this total. */
  synchronized Profile until(long newTotal, long nowNanos) {
    sample(newTotal, nowNanos);
    return bytes.length == 0
        ? Profile.NONE
        : new Profile(
            TimeUnit.NANOSECONDS.toMillis(stepNanos),
            Arrays.stream(bytes, 0, stepOf(nowNanos) + 1).boxed().toList());
  }
}
