package io.sendfile.core.files;

import java.nio.file.Path;

/**
 * Thrown for a path to a file system that may not answer: a {@link ShareLane} must walk it again.
 */
final class NotLocalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Path share;

  NotLocalException(Path share) {
    super("the path leads to a share", null, false, false);
    this.share = share;
  }

  Path share() {
    return share;
  }
}
