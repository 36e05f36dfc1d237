package io.sendfile.operations.history;

/**
 * The highest use of a limit that a sample of an interval found.
 *
 * @param most the highest number
 * @param limit that was in force then; 0 = none
 */
public record Use(long most, long limit) {
  /** No use. */
  static final Use NONE = new Use(0, 0);

  Use or(Use other) {
    return most > other.most || (most == other.most && limit > other.limit) ? this : other;
  }

  /** That of two servers; one without a limit leaves the sum without. */
  Use and(Use other) {
    return new Use(most + other.most, limit == 0 || other.limit == 0 ? 0 : limit + other.limit);
  }
}
