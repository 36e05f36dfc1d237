package io.sendfile.core.machine;

import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.machine.Steps.Result;
import io.sendfile.core.machine.Threads.Carriers;
import java.util.Set;

/** Faults of the engine. */
class PlantedFaultsTest extends PlantedFaults {
  PlantedFaultsTest() {
    super("core", "faults.txt", Engine.class, SendfileEngine.class);
  }

  static final class Engine extends Player {
    @Override
    Result play(long seed, Carriers with) throws InterruptedException {
      return Schedule.run(seed, Set.of(), false, with);
    }
  }
}
