package io.sendfile.glassfish.algorithm;

import io.sendfile.glassfish.spi.SendAlgorithm;
import java.util.List;

/** The algorithms that come with the module, by name. */
public final class Algorithms {
  /** Non-blocking, multi-burst. */
  public static final String EQUAL_NON_BLOCKING = "equal-non-blocking";

  /**
   * The burst when none is configured, bytes. Few large calls cost least CPU per byte; 2 MiB keeps
   * a turn below a few milliseconds (measured in ARCHITECTURE.md, "Moving bytes").
   */
  public static final long DEFAULT_BURST_BYTES = 2L << 20;

  private Algorithms() {}

  /** Names in configuration, the default first. */
  public static List<String> names() {
    return List.of(EQUAL_NON_BLOCKING);
  }

  /**
   * The algorithm of that name.
   *
   * @param burstBytes bytes per turn, or 0 for the algorithm's own choice
   * @throws IllegalArgumentException if there is none of that name
   */
  public static SendAlgorithm of(String name, long burstBytes) {
    long burst = burstBytes == 0 ? DEFAULT_BURST_BYTES : burstBytes;
    if (name.equals(EQUAL_NON_BLOCKING)) {
      return new MultiBurst(name, burst, false);
    }
    throw new IllegalArgumentException(
        "no algorithm is named '" + name + "'; known are " + String.join(", ", names()));
  }
}
