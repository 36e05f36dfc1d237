package io.sendfile.core.machine;

import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.machine.Steps.Result;
import io.sendfile.core.machine.Threads.Carriers;
import io.sendfile.grizzly.sockets.WritePoller;
import java.util.Set;
import org.glassfish.grizzly.filterchain.FilterChain;

/** Faults of the edge to Grizzly. */
class EdgeFaultsTest extends PlantedFaults {
  EdgeFaultsTest() {
    super(
        "grizzly",
        "edge-faults.txt",
        Edge.class,
        WritePoller.class,
        SendfileEngine.class,
        Steps.class,
        FilterChain.class);
  }

  static final class Edge extends Player {
    @Override
    Result play(long seed, Carriers with) throws InterruptedException {
      return EdgeSchedule.run(seed, Set.of(), false, with);
    }
  }
}
