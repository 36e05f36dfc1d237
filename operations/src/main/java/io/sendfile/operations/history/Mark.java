package io.sendfile.operations.history;

import java.time.Instant;
import java.util.Locale;

/**
 * An event beside the figures that may explain them.
 *
 * @param who the administrator behind it; empty if unknown
 * @param text one line, unescaped
 */
public record Mark(Instant time, Kind kind, String who, String text) {
  /** Kinds of events. Stored by position: a new one comes last. */
  public enum Kind {
    /** The server started. */
    START,
    /** The server stopped. */
    STOP,
    /** A setting has another value. */
    CONFIGURATION,
    /** An application was deployed or enabled. */
    DEPLOYED,
    /** An application was undeployed or disabled. */
    UNDEPLOYED,
    /** A problem began. */
    PROBLEM,
    /** A problem ended. */
    MENDED,
    /** A drain began, has another deadline, or has no download left. */
    DRAINED,
    /** New downloads are admitted again. */
    RESUMED,
    /** A listener was changed or stopped. */
    LISTENER,
    /** A command of a plug-in has changed something. */
    PLUGIN;

    /** The stable name, e.g. {@code deployed}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether it was at that time or later, and before the other one. */
  boolean isWithin(Instant from, Instant to) {
    return !time.isBefore(from) && time.isBefore(to);
  }

  /** A mark among those of several servers: its text begins with its server's name. */
  public Mark of(String server) {
    return new Mark(time, kind, who, server + ": " + text);
  }
}
