package io.sendfile.glassfish.transfer;

/** States of a transfer. */
public enum TransferState {
  /** Admitted, but without a turn so far. */
  QUEUED,
  /** A thread moves its bytes. */
  SENDING,
  /** The peer takes no byte now, and a worker waits for it within its turn. */
  BLOCKED,
  /** It could send and waits for a worker. */
  WAITING_TURN,
  /** The peer takes no byte now. */
  WAITING_PEER,
  /** Its rate allows no more for the moment. */
  WAITING_RATE,
  /** Its next bytes are on the disk, and it waits for a thread that reads them. */
  WAITING_DISK,
  /** A thread reads its next bytes from the disk into memory. */
  READING,
  /** It is over, and its resources are released. */
  FINISHED;

  boolean holdsWorker() {
    return this == SENDING || this == BLOCKED;
  }

  boolean waitsForPeer() {
    return this == WAITING_PEER || this == BLOCKED;
  }
}
