package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.engine.KnownNames;
import io.sendfile.glassfish.glassfish.SendfileCore;
import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
import io.sendfile.glassfish.glassfish.plugins.PlugIns;
import java.util.List;
import org.glassfish.internal.api.Globals;

/** What this server has. */
final class Server {
  private Server() {}

  /** The names of algorithms and buffer policies that settings may have now. */
  static KnownNames known() {
    return Globals.getDefaultHabitat().getService(PlugIns.class).known();
  }

  /**
   * The transfers that run now, the oldest first. Not through JMX, which would make an open type of
   * each.
   */
  static List<RunningTransfer> transfers() {
    return Globals.getDefaultHabitat().getService(SendfileCore.class).transfers().list().stream()
        .map(RunningTransfer::new)
        .toList();
  }
}
