package io.sendfile.glassfish.sender;

import java.time.Duration;

/** Result of one attempt to deliver an event. */
sealed interface Answer {
  /** The destination has accepted it. */
  record Delivered() implements Answer {}

  /**
   * The destination rejects it for good.
   *
   * @param why in words
   */
  record Refused(String why) implements Answer {}

  /**
   * The destination may accept it later.
   *
   * @param why in words
   * @param notBefore pause requested by the destination, zero if it requests none
   */
  record Failed(String why, Duration notBefore) implements Answer {}
}
