package io.sendfile.glassfish.transfer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A timer whose time is a {@link FakeClock}'s. */
final class ManualTimer implements TransferScheduler.Timer {
  private record Due(long atNanos, Runnable action) {}

  private final FakeClock clock;
  private final List<Due> waiting = new ArrayList<>();

  ManualTimer(FakeClock clock) {
    this.clock = clock;
  }

  @Override
  public void after(long nanos, Runnable action) {
    waiting.add(new Due(clock.getAsLong() + nanos, action));
  }

  /** Lets time pass and runs what has become due. */
  void advance(Duration by) {
    clock.advance(by);
    List<Due> due =
        waiting.stream().filter(each -> each.atNanos() - clock.getAsLong() <= 0).toList();
    waiting.removeAll(due);
    due.forEach(each -> each.action().run());
  }
}
