package io.sendfile.core.transfer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * State of a transfer at one moment, for lists.
 *
 * @param info its description
 * @param algorithm name of its algorithm
 * @param state its state
 * @param range its bytes of the file, as in {@code 0-99,500-599}; empty for all
 * @param taken body bytes the kernel took
 * @param length body bytes in all
 * @param bytesPerSecond its rate in the last half a minute to a minute
 * @param limit highest rate of its own, bytes per second, 0 = none
 * @param ceiling highest rate by its own limit and shared ones
 * @param awaitsCeiling whether that rate is new and shared, so that it holds this transfer although
 *     its full socket does not let it feel that yet
 * @param rateReached the rate it last waited for
 * @param lately the use of its last half a minute to a minute
 * @param usage the usage of its limits
 * @param age time since the hand-off
 */
public record TransferSnapshot(
    TransferInfo info,
    String algorithm,
    TransferState state,
    String range,
    long taken,
    long length,
    long bytesPerSecond,
    long limit,
    Ceiling ceiling,
    boolean awaitsCeiling,
    HighestRate rateReached,
    TimeSpent lately,
    LimitUsage usage,
    Duration age) {
  /** The rates of transfers together, by the ceiling that they share. */
  public static Map<String, Long> together(List<TransferSnapshot> all) {
    return all.stream()
        .filter(each -> each.ceiling.isShared())
        .collect(
            Collectors.groupingBy(
                each -> each.ceiling.rate().name(),
                Collectors.summingLong(TransferSnapshot::bytesPerSecond)));
  }

  /** The same among others: only what is too fast for a shared ceiling is held by it. */
  public TransferSnapshot among(Map<String, Long> together) {
    return !awaitsCeiling || ceiling.isReached(together.getOrDefault(ceiling.rate().name(), 0L))
        ? this
        : new TransferSnapshot(
            info,
            algorithm,
            state,
            range,
            taken,
            length,
            bytesPerSecond,
            limit,
            ceiling,
            false,
            rateReached,
            lately,
            usage,
            age);
  }

  /** None while it awaits its rate, which holds it for another reason than that time tells. */
  @Override
  public TimeSpent lately() {
    return awaitsCeiling ? TimeSpent.NONE : lately;
  }

  /** Percentage sent, 0 to 100, rounded down. */
  public int percent() {
    return length == 0 ? 100 : (int) (taken * 100.0 / length);
  }

  /** Bytes per second since the hand-off. */
  public long averageBytesPerSecond() {
    long millis = age.toMillis();
    return millis <= 0 ? 0 : Math.round(taken * 1000.0 / millis);
  }

  /** The reason why it is not faster, as text. */
  public String verdict() {
    return SlownessVerdict.of(this);
  }

  /** The rate that is the reason why it is not faster; none for another reason. */
  public HighestRate heldBy() {
    return awaitsCeiling && mainPhase() == Phase.CLIENT
        ? ceiling.rate()
        : ceiling.holding(mainPhase(), rateReached, bytesPerSecond);
  }

  /** The main use of its recent time. */
  private Phase mainPhase() {
    List<Phase> phases = lately.main();
    return phases.isEmpty() ? state.phase() : phases.get(0);
  }

  /**
   * Estimated time to its end, at its present or newly allowed rate; empty when it stands still.
   */
  public Optional<Duration> remaining() {
    long highest = ceiling.bytesPerSecond();
    long rate = highest == 0 ? bytesPerSecond : Math.min(bytesPerSecond, highest);
    return rate == 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds((length - taken + rate - 1) / rate));
  }

  /** The reason why a transfer is not faster: the use of most of its recent time, as text. Pure. */
  private static final class SlownessVerdict {
    private SlownessVerdict() {}

    /** The verdict about a running transfer. */
    static String of(TransferSnapshot now) {
      HighestRate held = now.heldBy();
      if (!held.equals(HighestRate.NONE)) {
        return held.verdict();
      }
      return switch (now.mainPhase()) {
        case PLACE -> place(now.usage());
        case WORKER -> worker(now.usage());
        case SENDING -> "nothing slows it down";
        case CLIENT ->
            now.bytesPerSecond() == 0 ? "its client takes no bytes" : "its client reads slowly";
        case RATE -> "limited by its rate";
        case DISK -> "its disk or store is slow";
      };
    }

    private static String place(LimitUsage now) {
      return now.active() >= now.maxActive()
          ? "waits for a place: all " + now.maxActive() + " of max-active-transfers are taken"
          : "waits for memory: "
              + now.heldBytes()
              + " of "
              + now.maxBytes()
              + " bytes of max-buffered-bytes are claimed";
    }

    private static String worker(LimitUsage now) {
      if (!now.workersAreBusy()) {
        return "waits for its turn";
      }
      int all = now.workers();
      return "waits for a worker: "
          + (all == 1 ? "the only one is" : "all " + all + " are")
          + " busy";
    }
  }
}
