package io.sendfile.core.transfer;

import io.sendfile.spi.Outcome;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines of a client.
 *
 * @param stallNanos longest time without a byte taken, 0 = for ever
 * @param minBytesPerSecond lowest rate, 0 = any
 * @param maxNanos longest time from the hand-off to the end, 0 = for ever
 */
public record Deadlines(long stallNanos, long minBytesPerSecond, long maxNanos) {
  /**
   * The reason of an end, without a full stop; empty for a completed transfer.
   *
   * @param nanos time from the hand-off to the end
   */
  public String endReason(Outcome outcome, long nanos) {
    return switch (outcome) {
      case COMPLETED -> "";
      case CLIENT_ABORTED ->
          "its client closed or reset the connection or the stream, or goes on by another";
      case STALLED ->
          "its client took nothing for stall-timeout-seconds ("
              + TimeUnit.NANOSECONDS.toSeconds(stallNanos)
              + ")";
      case TOO_SLOW ->
          maxNanos > 0 && nanos >= maxNanos
              ? "it took longer than max-duration-seconds ("
                  + TimeUnit.NANOSECONDS.toSeconds(maxNanos)
                  + ")"
              : "its client fell behind min-rate-bytes-per-second (" + minBytesPerSecond + ")";
      case CHANGED ->
          "the file became shorter meanwhile, or one of an archive changed; replace files by"
              + " renaming a finished copy over them, those of archives by files of other"
              + " names";
      case IO_ERROR -> "the file could not be read, or the server failed";
      case CANCELLED -> "an administrator cancelled it";
      case SHUTDOWN -> "the server stopped";
      case SERVER_DIED ->
          "the process of the server died; bytes and times are those of the last"
              + " minute for which they are known";
      case ENDED_BY_LIMIT -> "a limit of an administrator lets nothing through";
    };
  }
}
