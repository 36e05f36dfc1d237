package io.sendfile.core.machine;

import io.sendfile.core.machine.Steps.Result;
import io.sendfile.core.machine.Threads.Carriers;
import java.util.Set;

/** Schedules of the whole engine, in each of which every one of the {@link Rules} holds. */
class MachineTest extends SchedulesTest {
  MachineTest() {
    super("core", "seeds.txt", FIXED_SEEDS, 10);
  }

  @Override
  Result run(long seed, Set<Integer> without, boolean traced, Carriers carriers)
      throws InterruptedException {
    return Schedule.run(seed, without, traced, carriers);
  }
}
