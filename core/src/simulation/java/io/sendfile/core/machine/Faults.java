package io.sendfile.core.machine;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/** Failures that the machine causes on purpose; any other one is a fault of the engine. */
final class Faults {
  private static final String MARK = "caused: ";

  private Faults() {}

  static IOException io(String what) {
    return new IOException(MARK + what);
  }

  static RuntimeException runtime(String what) {
    return new IllegalStateException(MARK + what);
  }

  static OutOfMemoryError memory(String what) {
    return new OutOfMemoryError(MARK + what);
  }

  static RejectedExecutionException closed(String what) {
    return new RejectedExecutionException(MARK + what);
  }

  /** Whether the machine has caused it, or the end of the schedule. */
  static boolean isCaused(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      String message = each.getMessage();
      if (each instanceof Threads.Over || (message != null && message.startsWith(MARK))) {
        return true;
      }
    }
    return false;
  }
}
