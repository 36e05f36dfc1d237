package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class DiskLaneTest extends SchedulerFixture {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final DiskLane lane = new DiskLane(threads::add, null);

  /** One that ends on its way to the lane has been forgotten there already. */
  @Test
  void endedTransferIsNotKept() {
    lane.width(1);
    Transfer ended = transfer(sink(), 10, 0);
    ended.end(Outcome.CLIENT_ABORTED);
    lane.add(ended);
    assertThat(threads).isEmpty();
  }
}
