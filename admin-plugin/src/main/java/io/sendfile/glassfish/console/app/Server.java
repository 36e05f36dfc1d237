package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.engine.KnownNames;
import io.sendfile.glassfish.glassfish.plugins.PlugIns;
import org.glassfish.internal.api.Globals;

/** What this server has. */
final class Server {
  private Server() {}

  /** The names of algorithms and buffer policies that settings may have now. */
  static KnownNames known() {
    return Globals.getDefaultHabitat().getService(PlugIns.class).known();
  }
}
