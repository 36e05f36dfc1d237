package io.sendfile.core.transfer;

/**
 * The place of a transfer in the order of its connection, in which the transfers of that connection
 * get turns. Thread-safe.
 */
public interface ConnectionTurns {
  /**
   * The transfer is ready to send.
   *
   * @param turn requests a turn for it; run once, now or as soon as no other transfer goes first
   */
  void wantsTurn(Runnable turn);

  /** The transfer waits for a reason of its own, such as its rate. */
  void rests();

  /** The transfer has ended. */
  void leaves();
}
