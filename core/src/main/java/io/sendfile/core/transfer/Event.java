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

import io.sendfile.spi.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The life of a transfer as a table: each event leads from some states to others, and means nothing
 * in the rest. The effect of entering a state is in {@link Transfer#enter}.
 *
 * @param reason for the log
 * @param moves next state by present state
 * @param outcome of the transfer, if the event ends it
 */
record Event(String reason, Map<TransferState, TransferState> moves, @Nullable Outcome outcome) {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  static final Event PLACE_GRANTED = on("place granted", Map.of(QUEUED, WAITING_TURN));
  static final Event TURN_GRANTED =
      on("turn granted", Map.of(QUEUED, SENDING, WAITING_TURN, SENDING));

  // Results of sending.
  static final Event BURST_SPENT = on("burst spent", Map.of(SENDING, WAITING_TURN));
  static final Event PEERS_TURN = on("the peer's turn", Map.of(SENDING, WAITING_PEER));
  static final Event PEER_FULL_IN_BURST =
      on("peer full, its worker waits", Map.of(SENDING, BLOCKED));
  static final Event DISK_NEEDED = on("its bytes are on the disk", Map.of(SENDING, WAITING_DISK));
  static final Event RATE_REACHED = on("rate reached", Map.of(SENDING, WAITING_RATE));

  // Ends of a wait.
  static final Event PEER_WRITABLE = peerAwaited("peer writable");
  static final Event LAST_CHANCE = peerAwaited("last chance");
  static final Event RATE_ALLOWS_MORE = on("rate allows more", Map.of(WAITING_RATE, WAITING_TURN));
  static final Event RATE_CHANGED = on("another rate", Map.of(WAITING_RATE, WAITING_TURN));

  // Steps of reading from the disk.
  static final Event READER_GRANTED = on("reader granted", Map.of(WAITING_DISK, READING));
  static final Event READ_AHEAD = on("read ahead", Map.of(READING, WAITING_TURN));
  static final Event READ_BY_ANOTHER =
      on("another transfer has read", Map.of(WAITING_DISK, WAITING_TURN));

  private static final Map<TransferState, TransferState> END_OF_SENDING =
      new EnumMap<>(Map.of(SENDING, FINISHED));
  private static final Map<TransferState, TransferState> END_OF_WAIT =
      new EnumMap<>(Map.of(WAITING_PEER, FINISHED, BLOCKED, FINISHED));

  /** An end, for which a thread that sends or reads first returns from its call. */
  private static final Map<TransferState, TransferState> END_AT_ANY_TIME =
      new EnumMap<>(
          Map.of(
              QUEUED, FINISHED,
              SENDING, SENDING,
              BLOCKED, FINISHED,
              WAITING_TURN, FINISHED,
              WAITING_PEER, FINISHED,
              WAITING_RATE, FINISHED,
              WAITING_DISK, FINISHED,
              READING, READING));

  /** The end of sending: all bytes were taken, or the peer, the file or the server failed. */
  static Event sendingOver(Outcome outcome) {
    return new Event(outcome.label(), END_OF_SENDING, outcome);
  }

  /** The peer was too slow. */
  static Event deadlinePassed(Outcome outcome) {
    return new Event(outcome.label(), END_OF_WAIT, outcome);
  }

  /** An end requested by an administrator or the server. */
  static Event endRequested(Outcome outcome) {
    return new Event(outcome.label(), END_AT_ANY_TIME, outcome);
  }

  /** Logs a move from one state to the next. */
  void log(String transfer, TransferState from, TransferState to, @Nullable Outcome end) {
    if (LOG.isLoggable(Level.FINER)) {
      String why = end == null ? reason : end.label();
      LOG.finer("transfer " + transfer + ": " + from + " -> " + to + " (" + why + ")");
    }
  }

  private static Event peerAwaited(String reason) {
    return on(reason, Map.of(WAITING_PEER, WAITING_TURN, BLOCKED, SENDING));
  }

  private static Event on(String reason, Map<TransferState, TransferState> moves) {
    return new Event(reason, new EnumMap<>(moves), null);
  }
}
