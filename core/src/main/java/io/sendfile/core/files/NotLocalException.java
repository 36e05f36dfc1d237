package io.sendfile.core.files;

/**
 * Thrown for a path to a file system that may not answer: {@link TimedOpens} must walk it again.
 */
final class NotLocalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotLocalException() {
    super("the path may lead to a network share", null, false, false);
  }
}
