package io.sendfile.operations.problems;

/**
 * File descriptors of a process.
 *
 * @param open number of them; 0 if unknown
 * @param most limit of the system; 0 if unknown
 */
public record Descriptors(long open, long most) {
  /** The numbers of a system that does not report them. */
  public static final Descriptors UNKNOWN = new Descriptors(0, 0);
}
