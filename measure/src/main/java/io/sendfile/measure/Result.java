package io.sendfile.measure;

import io.sendfile.measure.Plan.Variant;

/** Result of one variant in one situation, in one round. */
public sealed interface Result {
  /** Its variant. */
  Variant variant();

  /** Its situation. */
  Load load();

  /** Whether the variant is the value in force. */
  boolean inForce();

  /** A success. */
  record Measured(Variant variant, Load load, boolean inForce, Figures figures) implements Result {}

  /**
   * A failure.
   *
   * @param why in a sentence
   */
  record Failed(Variant variant, Load load, boolean inForce, String why) implements Result {}
}
