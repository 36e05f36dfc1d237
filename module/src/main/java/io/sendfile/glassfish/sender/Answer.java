package io.sendfile.glassfish.sender;

import java.time.Duration;

/** What became of one attempt to deliver an event. */
sealed interface Answer {
  /** The destination has it. */
  record Delivered() implements Answer {}

  /**
   * The destination has seen it and will never take it.
   *
   * @param why in words
   */
  record Refused(String why) implements Answer {}

  /**
   * The destination may take it later.
   *
   * @param why in words
   * @param notBefore what the destination says how long to wait, zero if it says nothing
   */
  record Failed(String why, Duration notBefore) implements Answer {}
}
