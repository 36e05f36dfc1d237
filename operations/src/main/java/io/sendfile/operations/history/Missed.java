package io.sendfile.operations.history;

import io.sendfile.spi.Outcome;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Downloads that did not come about, each a minute.
 *
 * @param refused hand-offs that got an error in place of the file
 * @param failed transfers that ended by a fault of server, file or network
 * @param aborted transfers whose client left
 * @param keptOut transfers and hand-offs that limits of administrators ended or refused
 */
public record Missed(double refused, double failed, double aborted, double keptOut) {
  /** None. */
  public static final Missed NONE = new Missed(0, 0, 0);

  private static final double MINUTE_MILLIS = 60_000;

  /** All but those that an administrator keeps out. */
  public Missed(double refused, double failed, double aborted) {
    this(refused, failed, aborted, 0);
  }

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
        Stream.of(Outcome.values()).filter(Outcome::isFailure).mapToLong(ended).sum() * perMinute,
        ended.applyAsLong(Outcome.CLIENT_ABORTED) * perMinute,
        ended.applyAsLong(Outcome.KEPT_OUT) * perMinute);
  }

  Missed plus(Missed other) {
    return new Missed(
        refused + other.refused,
        failed + other.failed,
        aborted + other.aborted,
        keptOut + other.keptOut);
  }
}
