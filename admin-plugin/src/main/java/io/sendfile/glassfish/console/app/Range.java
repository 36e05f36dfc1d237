package io.sendfile.glassfish.console.app;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Spans of time that the charts can show, by their names in addresses. */
enum Range {
  QUARTER("15m", Duration.ofMinutes(15), Duration.ofSeconds(2)),
  HOUR("1h", Duration.ofHours(1), Duration.ofMinutes(1)),
  DAY("1d", Duration.ofDays(1), Duration.ofMinutes(5)),
  WEEK("1w", Duration.ofDays(7), Duration.ofHours(1)),
  YEAR("1y", Duration.ofDays(365), Duration.ofDays(1));

  private final String label;
  private final Duration length;
  private final Duration step;

  Range(String label, Duration length, Duration step) {
    this.label = label;
    this.length = length;
    this.step = step;
  }

  /** The range of this name; the shortest for an unknown one. */
  static Range of(@Nullable String label) {
    return Arrays.stream(values())
        .filter(range -> range.label.equals(label))
        .findFirst()
        .orElse(QUARTER);
  }

  Duration length() {
    return length;
  }

  /** Time between two points. */
  Duration step() {
    return step;
  }
}
