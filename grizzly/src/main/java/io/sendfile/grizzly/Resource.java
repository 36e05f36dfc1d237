package io.sendfile.grizzly;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.grizzly.filter.FileAnswer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One of the resources. Thread-safe. */
interface Resource {
  /**
   * Answers by it.
   *
   * @return null if that is possible; otherwise why not
   */
  @Nullable RefusalReason send(FileAnswer answer) throws IOException;

  /**
   * Answers by it without waiting for a disk.
   *
   * @return false if that is not possible
   */
  default boolean sendAgain(FileAnswer answer) {
    return false;
  }

  /** Whether it is as it was found. */
  default boolean isCurrent() {
    return true;
  }

  /** Lets go of its bytes. */
  default void close() {}
}
