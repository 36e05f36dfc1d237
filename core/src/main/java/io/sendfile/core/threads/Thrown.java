package io.sendfile.core.threads;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs an exception that must end neither the thread nor the work of others. With a full heap
 * logging may fail as well; then nothing is logged.
 */
public final class Thrown {
  private Thrown() {}

  /** Logs it as a warning. Never throws. */
  public static void log(Logger log, Throwable thrown, String what) {
    log(log, thrown, what, "");
  }

  /**
   * Logs it as a warning. Never throws.
   *
   * @param id of its subject, put before {@code what}: the text is built here, since that may fail
   */
  public static void log(Logger log, Throwable thrown, String what, String id) {
    try {
      log.log(Level.WARNING, "sendfile: " + (id.isEmpty() ? what : id + ": " + what), thrown);
    } catch (RuntimeException | Error e) {
      // No memory is left for the log.
    }
  }
}
