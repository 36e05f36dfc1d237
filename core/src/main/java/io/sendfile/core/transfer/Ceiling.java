package io.sendfile.core.transfer;

import java.util.List;

/**
 * The highest rate of a transfer, by its own limit and shared ones.
 *
 * @param bytesPerSecond 0 = unlimited
 * @param name of the rate that is the lowest, for administrators; empty for none
 * @param limits names of the administrators' limits that concern it
 */
public record Ceiling(long bytesPerSecond, String name, List<String> limits) {
  /** None. */
  public static final Ceiling NONE = new Ceiling(0, "", List.of());
}
