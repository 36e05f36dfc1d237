package io.sendfile.glassfish.measurement;

/** Result of one variant with one file. */
public sealed interface Result {
  /** Its variant. */
  Variant variant();

  /** Its file. */
  MeasuredFile load();

  /** Whether the variant is the value in force. */
  boolean inForce();

  /** A success. */
  record Measured(Variant variant, MeasuredFile load, boolean inForce, Figures figures)
      implements Result {}

  /**
   * A failure.
   *
   * @param why in a sentence
   */
  record Failed(Variant variant, MeasuredFile load, boolean inForce, String why)
      implements Result {}
}
