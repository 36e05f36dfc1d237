package io.sendfile.core.transfer;

import java.util.List;

/**
 * The rate that held a transfer for the longest time in which its rates did not change.
 *
 * @param rate {@link HighestRate#NONE} if something else held it
 * @param nanos that time
 */
record Hold(HighestRate rate, long nanos) {
  /** Nothing yet. */
  static final Hold NONE = new Hold(HighestRate.NONE, 0);

  /**
   * The hold of such a time.
   *
   * @param time its uses
   * @param reached the rate the transfer last waited for
   * @param bytesPerSecond the rate of the transfer at the end of that time
   */
  static Hold of(TimeSpent time, HighestRate reached, Ceiling ceiling, long bytesPerSecond) {
    List<Phase> phases = time.main();
    Phase main = phases.isEmpty() ? Phase.SENDING : phases.get(0);
    return new Hold(ceiling.holding(main, reached, bytesPerSecond), time.total());
  }

  /** The longer one of it and the next. */
  Hold then(Hold next) {
    return rate.equals(next.rate)
        ? new Hold(rate, nanos + next.nanos)
        : next.nanos > nanos ? next : this;
  }
}
