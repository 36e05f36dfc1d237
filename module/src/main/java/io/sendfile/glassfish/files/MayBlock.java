package io.sendfile.glassfish.files;

/**
 * Thrown for a path to a file system that may not answer: {@link TimedOpens} must walk it again.
 */
final class MayBlock extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MayBlock() {
    super("the way may lead to a network share", null, false, false);
  }
}
