package io.sendfile.glassfish.measurement;

/** What became of one variant with one file. */
public sealed interface Result {
  /** What was measured. */
  Variant variant();

  /** The file it sent. */
  Load load();

  /** Whether the variant is the value in force. */
  boolean inForce();

  /** It was measured. */
  record Measured(Variant variant, Load load, boolean inForce, Figures figures) implements Result {}

  /**
   * It was not.
   *
   * @param why in a sentence
   */
  record Failed(Variant variant, Load load, boolean inForce, String why) implements Result {}
}
