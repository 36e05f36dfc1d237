package io.sendfile.core.engine;

import java.util.Locale;

/** A server's attitude to new transfers. */
public enum DrainPhase {
  /** New transfers are admitted, but not all applications are loaded. */
  STARTING,
  /** New transfers are admitted. */
  READY,
  /** New transfers are refused on request of an administrator. */
  DRAINING,
  /** The server is about to stop. */
  STOPPING;

  /** In lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
