package io.sendfile.operations.history;

import io.sendfile.spi.Amounts;
import java.io.Serializable;
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
 * @param at moment of the highest share, milliseconds since the epoch; 0 = unknown
 */
public record Use(long most, long limit, long fullest, long filled, long at)
    implements Serializable {
  /** No use. */
  static final Use NONE = new Use(0, 0);

  /** Marks a limit behind which the highest share follows, with its moment. */
  private static final long HAS_SHARE = 1L << 62;

  private static final BinaryOperator<Use> HIGHER =
      BinaryOperator.maxBy(Comparator.comparingLong(Use::most).thenComparingLong(Use::limit));

  private static final BinaryOperator<Use> FULLER =
      BinaryOperator.maxBy(
          Comparator.comparingDouble(Use::share)
              .thenComparingLong(Use::fullest)
              .thenComparingLong(Use::filled)
              .thenComparingLong(Use::at));

  /** The use under one limit, at an unknown moment. */
  public Use(long most, long limit) {
    this(most, limit, 0);
  }

  /** The use under one limit. */
  public Use(long most, long limit, long at) {
    this(most, limit, most, limit, at);
  }

  private double share() {
    return filled == 0 ? 0 : (double) fullest / filled;
  }

  /** The highest share, in percent; 0 without a limit. */
  public long percent() {
    return filled == 0 ? 0 : (long) (100.0 * fullest / filled);
  }

  /** The same, as in {@code < 1 %}; a dash without a limit. */
  public String said() {
    return Amounts.share(fullest, filled);
  }

  /** That of two times. */
  public Use or(Use other) {
    Use higher = HIGHER.apply(this, other);
    Use fuller = FULLER.apply(this, other);
    return new Use(higher.most, higher.limit, fuller.fullest, fuller.filled, fuller.at);
  }

  /**
   * That of two servers; one without a limit leaves the sum without, and it has no moment, as each
   * has its own.
   */
  Use and(Use other) {
    return new Use(
        most + other.most,
        sum(limit, other.limit),
        fullest + other.fullest,
        sum(filled, other.filled),
        0);
  }

  private static long sum(long limit, long other) {
    return limit == 0 || other == 0 ? 0 : limit + other;
  }

  void write(ByteBuffer form) {
    if (equals(new Use(most, limit))) {
      Numbers.put(form, most, limit);
    } else {
      Numbers.put(form, most, limit | HAS_SHARE, fullest, filled, at);
    }
  }

  static Use read(ByteBuffer form) {
    long most = Numbers.get(form);
    long limit = Numbers.get(form);
    return (limit & HAS_SHARE) == 0
        ? new Use(most, limit)
        : new Use(
            most, limit & ~HAS_SHARE, Numbers.get(form), Numbers.get(form), Numbers.get(form));
  }
}
