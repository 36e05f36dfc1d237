package io.sendfile.core.transfer;

import static io.sendfile.core.transfer.TransferState.BLOCKED;
import static io.sendfile.core.transfer.TransferState.FINISHED;
import static io.sendfile.core.transfer.TransferState.QUEUED;
import static io.sendfile.core.transfer.TransferState.READING;
import static io.sendfile.core.transfer.TransferState.SENDING;
import static io.sendfile.core.transfer.TransferState.WAITING_DISK;
import static io.sendfile.core.transfer.TransferState.WAITING_PEER;
import static io.sendfile.core.transfer.TransferState.WAITING_RATE;
import static io.sendfile.core.transfer.TransferState.WAITING_TURN;

/** States of a transfer. */
public enum TransferState {
  /** Admitted, and waits for a place; or sent already, and waits for the memory of a piece. */
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

  /** The phase that its time belongs to. */
  Phase phase() {
    return switch (this) {
      case QUEUED -> Phase.PLACE;
      case WAITING_TURN -> Phase.WORKER;
      case SENDING, FINISHED -> Phase.SENDING;
      case BLOCKED, WAITING_PEER -> Phase.CLIENT;
      case WAITING_RATE -> Phase.RATE;
      case WAITING_DISK, READING -> Phase.DISK;
    };
  }

  boolean holdsWorker() {
    return this == SENDING || this == BLOCKED;
  }

  boolean waitsForPeer() {
    return this == WAITING_PEER || this == BLOCKED;
  }
}
