package io.sendfile.glassfish.transfer;

/**
 * A transfer's standing among those that share its connection, which has an order of its own for
 * their turns. Thread-safe.
 */
public interface Standing {
  /**
   * The transfer could send.
   *
   * @param turn has it granted a turn; run once, now or as soon as no other one goes first
   */
  void wantsTurn(Runnable turn);

  /** The transfer waits for something that only concerns itself, such as its rate. */
  void rests();

  /** The transfer has ended. */
  void leaves();
}
