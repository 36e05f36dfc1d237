package io.sendfile.core.machine;

import io.sendfile.core.machine.Steps.Result;
import io.sendfile.core.machine.Threads.Carriers;
import java.util.Set;

/**
 * Schedules of the edge to Grizzly above virtual sockets: poller, sinks, streams and
 * acknowledgements, with the engine. In each of them every one of the {@link EdgeRules} holds.
 */
class EdgeMachineTest extends SchedulesTest {
  EdgeMachineTest() {
    super("grizzly", "edge-seeds.txt", FIXED_SEEDS / 2, 3);
  }

  @Override
  Result run(long seed, Set<Integer> without, boolean traced, Carriers carriers)
      throws InterruptedException {
    return EdgeSchedule.run(seed, without, traced, carriers);
  }
}
