package io.sendfile.operations.history;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.function.BinaryOperator;

/**
 * The use of a limit that samples of an interval found.
 *
 * @param most the highest number
 * @param limit that was in force then; 0 = none
 * @param fullest the number that was the highest share of its limit, which may have been another
 * @param filled that limit; 0 = none
 */
public record Use(long most, long limit, long fullest, long filled) {
  /** No use. */
  static final Use NONE = new Use(0, 0);

  /** Marks a limit behind which the highest share follows, as it is another use. */
  private static final long DIFFERS = 1L << 62;

  private static final BinaryOperator<Use> HIGHER =
      BinaryOperator.maxBy(Comparator.comparingLong(Use::most).thenComparingLong(Use::limit));

  private static final BinaryOperator<Use> FULLER =
      BinaryOperator.maxBy(
          Comparator.comparingDouble(Use::share)
              .thenComparingLong(Use::fullest)
              .thenComparingLong(Use::filled));

  /** The use under one limit. */
  public Use(long most, long limit) {
    this(most, limit, most, limit);
  }

  private double share() {
    return filled == 0 ? 0 : (double) fullest / filled;
  }

  Use or(Use other) {
    Use higher = HIGHER.apply(this, other);
    Use fuller = FULLER.apply(this, other);
    return new Use(higher.most, higher.limit, fuller.fullest, fuller.filled);
  }

  /** That of two servers; one without a limit leaves the sum without. */
  Use and(Use other) {
    return new Use(
        most + other.most,
        sum(limit, other.limit),
        fullest + other.fullest,
        sum(filled, other.filled));
  }

  private static long sum(long limit, long other) {
    return limit == 0 || other == 0 ? 0 : limit + other;
  }

  void write(ByteBuffer form) {
    if (fullest == most && filled == limit) {
      Numbers.put(form, most, limit);
    } else {
      Numbers.put(form, most, limit | DIFFERS, fullest, filled);
    }
  }

  static Use read(ByteBuffer form) {
    long most = Numbers.get(form);
    long limit = Numbers.get(form);
    return (limit & DIFFERS) == 0
        ? new Use(most, limit)
        : new Use(most, limit & ~DIFFERS, Numbers.get(form), Numbers.get(form));
  }
}
