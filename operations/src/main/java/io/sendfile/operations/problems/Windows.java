package io.sendfile.operations.problems;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.operations.ended.RefusedHandOff;
import java.time.Duration;

/**
 * Events of two windows.
 *
 * @param lately of the last five minutes
 * @param before of the five minutes before; while a rise of refusals lasts, of those before it
 * @param counted the time for which events had been counted then
 */
public record Windows(Counts lately, Counts before, Duration counted) {
  /** Fewer events of a kind are no problem. */
  static final int FEW = 10;

  /** Refusals that are caused by applications. */
  long refused() {
    return ofApplications(lately);
  }

  /** The same of the window before. */
  long refusedBefore() {
    return ofApplications(before);
  }

  private static long ofApplications(Counts counts) {
    return RefusedHandOff.BY_APPLICATIONS.stream()
        .mapToLong(reason -> counts.of(Breakdown.REFUSALS, reason))
        .sum();
  }

  /** Whether applications are refused far more often than before. */
  boolean isRise() {
    return refused() > 2 * refusedBefore();
  }
}
