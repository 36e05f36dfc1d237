package io.sendfile.core.transfer;

import java.util.List;

/** The reason why a transfer is not faster: the use of most of its recent time, as text. Pure. */
final class SlownessVerdict {
  /** A transfer at this percentage of its rate limit is held by the limit. */
  private static final int NEARLY = 90;

  private SlownessVerdict() {}

  /** The verdict about a running transfer. */
  static String of(TransferSnapshot now) {
    List<Phase> phases = now.lately().main();
    Phase main = phases.isEmpty() ? now.state().phase() : phases.get(0);
    return switch (main) {
      case PLACE -> place(now.usage());
      case WORKER -> worker(now.usage());
      case SENDING -> "nothing slows it down";
      case CLIENT -> client(now);
      case RATE -> "limited by " + now.rateReached();
      case DISK -> "its disk is slow";
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

  /** While the kernel paces a transfer at its own rate, its socket is full. */
  private static String client(TransferSnapshot now) {
    if (now.limit() > 0 && now.bytesPerSecond() * 100 >= now.limit() * NEARLY) {
      return "limited by " + TransferRate.OWN;
    }
    return now.bytesPerSecond() == 0 ? "its client takes no bytes" : "its client reads slowly";
  }
}
