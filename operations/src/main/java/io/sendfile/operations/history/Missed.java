package io.sendfile.operations.history;

import io.sendfile.spi.Outcome;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Downloads that did not come about, each a minute.
 *
 * @param refused hand-offs that got an error in place of the file
 * @param failed transfers that ended by a fault of server, file or network
 * @param aborted transfers whose client left
 */
public record Missed(double refused, double failed, double aborted) {
  /** None. */
  public static final Missed NONE = new Missed(0, 0, 0);

  private static final double MINUTE_MILLIS = 60_000;
  private static final List<Outcome> FAILED =
      List.of(
          Outcome.STALLED,
          Outcome.TOO_SLOW,
          Outcome.CHANGED,
          Outcome.IO_ERROR,
          Outcome.SERVER_DIED);

  /**
   * Refusals and failures of a stretch of time.
   *
   * @param refused their number
   * @param ended numbers of ended transfers
   * @param millis its length
   */
  public static Missed of(long refused, ToLongFunction<Outcome> ended, long millis) {
    double perMinute = millis == 0 ? 0 : MINUTE_MILLIS / millis;
    return new Missed(
        refused * perMinute,
        FAILED.stream().mapToLong(ended).sum() * perMinute,
        ended.applyAsLong(Outcome.CLIENT_ABORTED) * perMinute);
  }

  Missed plus(Missed other) {
    return new Missed(refused + other.refused, failed + other.failed, aborted + other.aborted);
  }
}
