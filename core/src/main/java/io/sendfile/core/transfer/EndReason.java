package io.sendfile.core.transfer;

import io.sendfile.core.transfer.Transfer.TransferTerms.Deadlines;
import io.sendfile.spi.Outcome;
import java.util.concurrent.TimeUnit;

/** Reasons of outcomes, in words. */
public final class EndReason {
  private EndReason() {}

  /**
   * The reason of an end, without a full stop; empty for a completed transfer.
   *
   * @param deadlines those of its client
   * @param nanos time from the hand-off to the end
   */
  public static String of(Outcome outcome, Deadlines deadlines, long nanos) {
    return switch (outcome) {
      case COMPLETED -> "";
      case CLIENT_ABORTED -> "its client closed or reset the connection or the stream";
      case STALLED ->
          "its client took nothing for stall-timeout-seconds ("
              + TimeUnit.NANOSECONDS.toSeconds(deadlines.stallNanos())
              + ")";
      case TOO_SLOW ->
          deadlines.maxNanos() > 0 && nanos >= deadlines.maxNanos()
              ? "it took longer than max-duration-seconds ("
                  + TimeUnit.NANOSECONDS.toSeconds(deadlines.maxNanos())
                  + ")"
              : "its client fell behind min-rate-bytes-per-second ("
                  + deadlines.minBytesPerSecond()
                  + ")";
      case CHANGED ->
          "the file became shorter meanwhile, or one of an archive changed; replace files by"
              + " renaming a finished copy over them, those of archives by files of other names";
      case IO_ERROR ->
          "the file could not be read, or the server failed; the logger"
              + " io.sendfile.glassfish.transfer tells more at level FINE";
      case CANCELLED -> "an administrator cancelled it";
      case SHUTDOWN -> "the server or its listener stopped, or its drain reached the deadline";
      case SERVER_DIED ->
          "the process of the server died; bytes and times are those of the last"
              + " minute for which they are known";
    };
  }
}
