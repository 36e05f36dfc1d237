package io.sendfile.glassfish.transfer;

/** Where a transfer stands. */
public enum TransferState {
  /** Admitted, but it has not had a turn yet. */
  QUEUED,
  /** A thread moves its bytes. */
  SENDING,
  /** The peer takes no byte now, and a worker waits for it within its turn. */
  BLOCKED,
  /** It could send and waits for a worker. */
  WAITING_TURN,
  /** The peer takes no byte now. */
  WAITING_PEER,
  /** It has sent as much as its rate allows for the moment. */
  WAITING_RATE,
  /** It is over; nothing of it is left. */
  FINISHED;

  boolean holdsWorker() {
    return this == SENDING || this == BLOCKED;
  }

  boolean waitsForPeer() {
    return this == WAITING_PEER || this == BLOCKED;
  }
}
