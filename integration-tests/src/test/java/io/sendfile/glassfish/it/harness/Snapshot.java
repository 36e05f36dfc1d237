package io.sendfile.glassfish.it.harness;

import java.util.Map;

/** Report of {@code Probe} at one moment; counters that do not exist yet are 0. */
public record Snapshot(Map<String, String> values) {
  /**
   * Most buffers of a listener that may stay in use for ever: Grizzly loses its read buffer, of 64
   * KiB, when a connection is closed at that moment; two were seen.
   */
  public static final long FORGOTTEN_READS = 8;

  /** A counter of the MXBean, or another number of the probe. */
  public long number(String name) {
    if (values.containsKey("mxbean.problem")) {
      throw new IllegalStateException("the MXBean cannot be read: " + values.get("mxbean.problem"));
    }
    return Long.parseLong(values.getOrDefault(name, "0"));
  }

  /** Transfers in progress or waiting. */
  public long transfers() {
    return number("Active") + number("Waiting");
  }

  /** Refusals for one reason. */
  public long refused(String reason) {
    return number("RefusedByReason." + reason);
  }
}
