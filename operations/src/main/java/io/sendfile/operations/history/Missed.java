package io.sendfile.operations.history;

import io.sendfile.spi.Outcome;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Downloads that did not come about, each a minute.
 *
 * @param refused hand-offs that got an error in place of the file, except by limits of
 *     administrators
 * @param failed transfers that ended by a fault of server, file or network
 * @param aborted transfers whose client left
 * @param keptOut hand-offs that these refused
 * @param stopped transfers that an administrator ended, or that ended with server or listener
 */
public record Missed(
    double refused, double failed, double aborted, double keptOut, double stopped) {
  /** None. */
  public static final Missed NONE = new Missed(0, 0, 0);

  private static final double MINUTE_MILLIS = 60_000;

  /** All but what is an administrator's doing. */
  public Missed(double refused, double failed, double aborted) {
    this(refused, failed, aborted, 0, 0);
  }

  /**
   * Refusals and failures of a stretch of time.
   *
   * @param refused number of refusals
   * @param keptOut number of those by limits of administrators, which are not among them
   * @param ended numbers of ended transfers
   * @param millis its length
   */
  public static Missed of(long refused, long keptOut, ToLongFunction<Outcome> ended, long millis) {
    double perMinute = millis == 0 ? 0 : MINUTE_MILLIS / millis;
    return new Missed(
        refused * perMinute,
        sum(Outcome::isFailure, ended) * perMinute,
        ended.applyAsLong(Outcome.CLIENT_ABORTED) * perMinute,
        keptOut * perMinute,
        sum(Outcome::isStop, ended) * perMinute);
  }

  private static long sum(Predicate<Outcome> summed, ToLongFunction<Outcome> ended) {
    return Stream.of(Outcome.values()).filter(summed).mapToLong(ended).sum();
  }

  Missed plus(Missed other) {
    return new Missed(
        refused + other.refused,
        failed + other.failed,
        aborted + other.aborted,
        keptOut + other.keptOut,
        stopped + other.stopped);
  }
}
