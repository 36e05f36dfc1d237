package io.sendfile.operations.sender;

import java.time.Duration;

/** Result of one attempt to deliver an event. */
sealed interface DeliveryResult {
  /** The destination has accepted it. */
  record Delivered() implements DeliveryResult {}

  /**
   * The destination rejects it for good.
   *
   * @param why in words
   */
  record Refused(String why) implements DeliveryResult {}

  /**
   * The destination may accept it later.
   *
   * @param why in words
   * @param notBefore pause requested by the destination, zero if it requests none
   */
  record Failed(String why, Duration notBefore) implements DeliveryResult {}
}
