package io.sendfile.operations.history;

import java.nio.ByteBuffer;

/**
 * The highest figures that a minute of an interval had, as a short storm vanishes in the mean of a
 * day.
 *
 * @param bytesPerSecond rate of its busiest minute
 * @param missed most downloads that did not come about in one, each kind by itself
 */
public record Peak(long bytesPerSecond, Missed missed) {
  /** No minutes. */
  static final Peak NONE = new Peak(0, Missed.NONE);

  Peak or(Peak other) {
    return new Peak(
        Math.max(bytesPerSecond, other.bytesPerSecond),
        new Missed(
            Math.max(missed.refused(), other.missed.refused()),
            Math.max(missed.failed(), other.missed.failed()),
            Math.max(missed.aborted(), other.missed.aborted())));
  }

  void write(ByteBuffer form) {
    Numbers.put(
        form,
        bytesPerSecond,
        Math.round(missed.refused()),
        Math.round(missed.failed()),
        Math.round(missed.aborted()));
  }

  static Peak read(ByteBuffer form) {
    return new Peak(
        Numbers.get(form), new Missed(Numbers.get(form), Numbers.get(form), Numbers.get(form)));
  }
}
