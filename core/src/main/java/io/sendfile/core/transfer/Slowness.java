package io.sendfile.core.transfer;

import java.util.List;

/**
 * The reason why an ended transfer was not faster, by all of its time.
 *
 * @param time the uses of its time
 * @param rate the rate that held it longest; none if something else did
 * @param taken body bytes the kernel took
 */
public record Slowness(TimeSpent time, HighestRate rate, long taken) {
  /** That of a response without a transfer. */
  public static final Slowness NONE = new Slowness(TimeSpent.NONE, HighestRate.NONE, 0);

  /** The reason why it was not faster, as text; empty for no time. */
  public String verdict() {
    if (!rate.equals(HighestRate.NONE)) {
      return rate.verdict();
    }
    List<Phase> phases = time.main();
    if (phases.isEmpty()) {
      return "";
    }
    return switch (phases.get(0)) {
      case PLACE ->
          "waited for a place of max-active-transfers, or for memory of max-buffered-bytes";
      case WORKER -> "waited for a worker";
      case SENDING -> "nothing slowed it down";
      case CLIENT -> taken == 0 ? "its client took no bytes" : "its client read slowly";
      case RATE -> "limited by its rate";
      case DISK -> "its disk or store was slow";
    };
  }
}
