package io.sendfile.measure;

/** Difference of a value from the one in force. */
public enum Difference {
  /** None beyond the noise of the rounds. */
  NONE("no difference"),
  BETTER("better"),
  WORSE("worse"),
  /** Better in one figure, worse in another. */
  MIXED("better and worse"),
  /** Too few rounds, a failure, or one of the two not measured. */
  UNKNOWN("not compared");

  private final String text;

  Difference(String text) {
    this.text = text;
  }

  /** The difference of two figures together. */
  Difference and(Difference other) {
    if (this == other || other == NONE) {
      return this;
    }
    return this == NONE ? other : MIXED;
  }

  /** The difference in words. */
  public String text() {
    return text;
  }
}
