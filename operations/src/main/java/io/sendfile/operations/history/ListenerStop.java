package io.sendfile.operations.history;

import java.time.Duration;

/**
 * Why a listener stopped, as the mark of that event and the ends of its downloads have it.
 *
 * @param who the administrator behind it; empty if unknown
 * @param text what was changed, or {@link #UNKNOWN}
 */
public record ListenerStop(String who, String text) {
  /** Stands for a stop for no known change. */
  public static final String UNKNOWN = "changed or stopped";

  /** Time in which all connections of a listener are closed. */
  public static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** Longest time from a change to that, as changes wait for each other. */
  private static final Duration RECENT = Duration.ofMinutes(1);

  /** The time after it in which its downloads end. */
  public Duration lasts() {
    return text.equals(UNKNOWN) ? AT_ONCE : RECENT;
  }

  /** The reason of the end of a download of that listener, in words. */
  public String reason(String listener) {
    String by = who.isEmpty() ? "" : " by " + who;
    return "its listener %s was %s"
        .formatted(listener, text.equals(UNKNOWN) ? text : "changed" + by + ": " + text);
  }
}
